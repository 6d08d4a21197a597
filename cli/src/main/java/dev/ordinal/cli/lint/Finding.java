package dev.ordinal.cli.lint;

import dev.ordinal.model.json.Json;

/// Something wrong in a manifest.
///
/// @param object kind and name, as in `StatefulSet/web`
/// @param field empty where it is about the whole object
record Finding(Place place, String object, String field, String message) {
  /// Lines are counted from 1.
  record Place(String file, int line) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /// `file:line: field: what is wrong`.
  String line() {
    return place + ": " + (field.isEmpty() ? object : field) + ": " + message;
  }

  Json.Obj json() {
    return Json.of("file", Json.of(place.file()))
        .with("line", Json.of(place.line()))
        .with("object", Json.of(object))
        .with("field", Json.of(field))
        .with("message", Json.of(message));
  }
}
