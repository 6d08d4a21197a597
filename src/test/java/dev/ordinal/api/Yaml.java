package dev.ordinal.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.Json;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// YAML as tests write it, to [Json].
public final class Yaml {
  private Yaml() {}

  public static Json.Obj read(String text) {
    try {
      // Text that begins with a brace would be taken for JSON, though it may be YAML in one line.
      var json = Serialization.asJson(Serialization.unmarshal("---\n" + text, Map.class));
      var value = JsonBytes.read(json.getBytes(StandardCharsets.UTF_8));
      assertThat(value).isInstanceOf(Json.Obj.class);
      return (Json.Obj) value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A document that is a list of objects.
  public static List<Json.Obj> list(Path file) {
    try {
      var json = Serialization.asJson(Serialization.unmarshal(Files.readString(file), List.class));
      var value = JsonBytes.read(json.getBytes(StandardCharsets.UTF_8));
      return Json.of("items", value).items("items").stream().map(Json.Obj.class::cast).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The documents of a file, named from the top of the project.
  public static List<Json.Obj> documents(String file) {
    try {
      var text = Files.readString(Path.of(file));
      return Arrays.stream(text.split("(?m)^---$")).map(Yaml::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
