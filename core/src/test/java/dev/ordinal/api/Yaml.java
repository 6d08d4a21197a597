package dev.ordinal.api;

import dev.ordinal.model.json.Json;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// YAML as tests write it, to [Json].
public final class Yaml {
  private Yaml() {}

  public static Json.Obj read(String text) {
    // Text that begins with a brace would be taken for JSON, though it may be YAML in one line.
    return object(Serialization.unmarshal("---\n" + text, Map.class));
  }

  /// A document that is a list of objects.
  public static List<Json.Obj> list(Path file) {
    try {
      List<?> items = Serialization.unmarshal(Files.readString(file), List.class);
      return items.stream().map(item -> object((Map<?, ?>) item)).toList();
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

  private static Json.Obj object(Map<?, ?> members) {
    var found = new TreeMap<String, Json>();
    members.forEach((name, value) -> found.put(String.valueOf(name), json(value)));
    return new Json.Obj(found);
  }

  private static Json json(Object value) {
    return switch (value) {
      case null -> new Json.Null();
      case Map<?, ?> members -> object(members);
      case List<?> items -> Json.of(items.stream().map(Yaml::json).toList());
      case Boolean flag -> Json.of(flag);
      case Number number -> new Json.Num(number.toString());
      case String text -> Json.of(text);
      default -> throw new IllegalArgumentException("not JSON: " + value);
    };
  }
}
