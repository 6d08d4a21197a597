package dev.ordinal.sim.reply;

import dev.ordinal.model.json.Json;
import java.util.List;

/// The reply to a request: an object, a list or a Status, and warnings for its header.
public record Reply(int code, Json.Obj body, List<String> warnings) {
  public Reply {
    warnings = List.copyOf(warnings);
  }

  public static Reply ok(Json.Obj body) {
    return new Reply(200, body, List.of());
  }

  public static Reply created(Json.Obj body) {
    return new Reply(201, body, List.of());
  }

  public boolean isOk() {
    return code < 300;
  }
}
