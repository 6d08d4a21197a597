package dev.ordinal.local.serve;

import dev.ordinal.sim.reply.Refusal;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/// Parses YAML.
public final class YamlText {
  private YamlText() {}

  /// One document as JSON; anything else is refused.
  public static String toJson(String text) {
    try {
      return Serialization.asJson(Serialization.unmarshal(text, Map.class));
    } catch (RuntimeException e) {
      throw Refusal.badRequest("error converting YAML to JSON: " + firstLine(e));
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
