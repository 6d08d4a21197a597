package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import java.util.Optional;

/// A change of an object. A deleted object has the version of its deletion.
public record Change(
    Resource resource, long version, Type type, Json.Obj object, Optional<Json.Obj> before) {
  /// The event types of a watch.
  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }

  String key() {
    return ObjectStore.key(object);
  }
}
