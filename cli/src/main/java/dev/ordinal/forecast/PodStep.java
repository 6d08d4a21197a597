package dev.ordinal.forecast;

import java.time.Duration;

/// What the controller does to one pod, and when, counted from the change.
public record PodStep(String pod, Kind kind, Duration at) {

  /// The ways in which a pod is brought to what is wanted.
  public enum Kind {
    CREATE,
    REPLACE,
    IN_PLACE,
    METADATA,
    RESIZE,
    GROW,
    DELETE;

    /// Whether containers of a running pod end by it.
    public boolean restarts() {
      return this == REPLACE || this == IN_PLACE || this == DELETE;
    }

    public String word() {
      return switch (this) {
        case CREATE -> "create";
        case REPLACE -> "replace";
        case IN_PLACE -> "in place";
        case METADATA -> "metadata";
        case RESIZE -> "resize";
        case GROW -> "grow";
        case DELETE -> "delete";
      };
    }
  }
}
