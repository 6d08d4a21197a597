package dev.ordinal.view;

/// What a pod is doing, in one word.
public enum OrdinalState {
  AVAILABLE,
  /// Ready, but not yet for `minReadySeconds`.
  READY,
  STARTING,
  /// It runs, and a container or a gate is not ready.
  UNREADY,
  /// It cannot become ready by waiting.
  BROKEN,
  /// Containers change while the pod stays.
  UPDATING,
  /// The node has still to give the pod its new resources.
  RESIZING,
  /// A hook holds it between two states of its life.
  HOOKED,
  TERMINATING,
  /// Its containers have ended.
  FINISHED,
  /// A wanted pod that does not exist.
  MISSING,
  /// Another's pod has the name.
  FOREIGN;

  public String word() {
    return switch (this) {
      case AVAILABLE -> "available";
      case READY -> "ready";
      case STARTING -> "starting";
      case UNREADY -> "not ready";
      case BROKEN -> "broken";
      case UPDATING -> "updating";
      case RESIZING -> "resizing";
      case HOOKED -> "at a hook";
      case TERMINATING -> "terminating";
      case FINISHED -> "finished";
      case MISSING -> "missing";
      case FOREIGN -> "foreign";
    };
  }
}
