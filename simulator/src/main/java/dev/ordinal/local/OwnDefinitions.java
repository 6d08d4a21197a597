package dev.ordinal.local;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.serve.YamlText;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The definitions of our own resources, which the program brings along.
public final class OwnDefinitions {
  private static final List<String> FILES =
      List.of("apps.kruise.io_statefulsets.yaml", "apps.kruise.io_imagepulljobs.yaml");

  private OwnDefinitions() {}

  public static List<Json.Obj> all() {
    return texts().stream().map(OwnDefinitions::read).toList();
  }

  /// The files of deploy/crd as they are.
  public static List<String> texts() {
    return FILES.stream().map(OwnDefinitions::text).toList();
  }

  private static Json.Obj read(String yaml) {
    try {
      return JsonBytes.readObject(YamlText.toJson(yaml).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String file) {
    try (var text = OwnDefinitions.class.getResourceAsStream("/crd/" + file)) {
      if (text == null) {
        throw new IllegalStateException(file + " is missing from the program: build it again");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
