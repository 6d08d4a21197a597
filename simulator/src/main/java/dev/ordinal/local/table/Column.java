package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;

/// A column's header. Columns of priority 1 show with `-o wide` only.
record Column(String name, String type, int priority, String description) {
  static Column of(String name) {
    return new Column(name, "string", 0, "");
  }

  static Column wide(String name) {
    return new Column(name, "string", 1, "");
  }

  static Column typed(String name, String type) {
    return new Column(name, type, 0, "");
  }

  Json.Obj definition() {
    return Json.of("name", Json.of(name))
        .with("type", Json.of(type))
        .with("format", Json.of(name.equals("Name") ? "name" : ""))
        .with("description", Json.of(description))
        .with("priority", Json.of(priority));
  }
}
