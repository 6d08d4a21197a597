package dev.ordinal.plan;

import dev.ordinal.model.Json;

/// One API call, decided and not yet made. It carries what it was decided on, so that a stale view
/// cannot do harm.
public sealed interface Action {
  /// The name of the object the call is about.
  String target();

  record CreateRevision(String target, Json.Obj body) implements Action {}

  record CreateClaim(String target, Json.Obj body) implements Action {}

  record CreatePod(String target, String revision, Json.Obj body) implements Action {}

  /// `uid` pins the delete to the pod that was seen: its successor under the same name is safe.
  record DeletePod(String target, String uid, Cause cause) implements Action {}

  /// Why a pod is deleted.
  enum Cause {
    SCALE_DOWN,
    FINISHED
  }
}
