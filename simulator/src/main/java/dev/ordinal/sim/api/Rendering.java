package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;

/// Objects as clients receive them.
final class Rendering {
  private Rendering() {}

  /// In the requested version: all versions of a kind have one schema.
  static Json.Obj of(Resource resource, Json.Obj object) {
    var version = resource.names().apiVersion();
    return object.text("apiVersion").equals(version)
        ? object
        : object.with("apiVersion", Json.of(version));
  }

  /// As an item of a list, where native objects omit their kind.
  static Json.Obj item(Resource resource, Json.Obj object) {
    return resource.strategy().hasStrategicMerge()
        ? object.without("apiVersion").without("kind")
        : of(resource, object);
  }

  /// A list's envelope.
  static Json.Obj list(Resource resource, Json items, Json.Obj metadata) {
    return Json.of("kind", Json.of(resource.names().kind() + "List"))
        .with("apiVersion", Json.of(resource.names().apiVersion()))
        .with("metadata", metadata)
        .with("items", items);
  }
}
