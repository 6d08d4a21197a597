package dev.ordinal.local.serve;

import dev.ordinal.sim.reply.Refusal;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;

/// YAML, as people write manifests.
public final class YamlText {
  private YamlText() {}

  /// One document as JSON; refuses what is none.
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
