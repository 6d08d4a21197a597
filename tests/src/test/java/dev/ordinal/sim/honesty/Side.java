package dev.ordinal.sim.honesty;

import dev.ordinal.model.json.Json;
import java.util.List;

/// An API server that the script runs on.
public interface Side {
  /// A reply: its code, and its body where that is an object.
  record Answer(int code, Json.Obj body) {}

  /// A request; without a media type it has no body.
  record Call(String method, String path, String mediaType, String body) {}

  Answer call(Call call);

  /// The events that a watch of `path` begins with, up to now.
  List<Json.Obj> watch(String path);

  /// Runs the controllers around the server. False when waiting longer is of no use.
  boolean settle();
}
