package dev.ordinal.run.ask;

import dev.ordinal.model.Json;

/// One request to the API server, as data. `part` is the subresource, with its slash.
public record Call(
    Verb verb, Kind kind, String namespace, String name, String part, Json.Obj body) {

  /// How the body is meant. A dry run changes nothing: without a name it is that of a creation,
  /// strict about unknown fields, and with one that of a strategic patch.
  public enum Verb {
    GET,
    CREATE,
    DRY_RUN,
    MERGE_PATCH,
    STRATEGIC_PATCH,
    DELETE
  }
}
