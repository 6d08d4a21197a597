package dev.ordinal.cli.lint;

import dev.ordinal.cli.lint.Finding.Place;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.SortedMap;

/// One object of a file, and where each of its fields is.
///
/// @param lines by path, such as `spec.template.spec.containers[0].image`; the object itself is
///     the empty path
/// @param twice the fields that are written more than once
record Document(
    String file, Json.Obj object, SortedMap<String, Integer> lines, List<String> twice) {
  Document {
    twice = List.copyOf(twice);
  }

  String name() {
    var name = object.object("metadata").text("name");
    var kind = object.text("kind");
    return kind + "/" + (name.isEmpty() ? object.object("metadata").text("generateName") : name);
  }

  Finding finding(String field, String message) {
    return new Finding(new Place(file, line(field)), name(), field, message);
  }

  /// A field that is missing is where its object is.
  private int line(String field) {
    var path = field;
    while (!path.isEmpty() && !lines.containsKey(path)) {
      var end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
      path = end < 0 ? "" : path.substring(0, end);
    }
    return lines.getOrDefault(path, 1);
  }
}
