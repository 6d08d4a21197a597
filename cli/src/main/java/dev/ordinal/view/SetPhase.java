package dev.ordinal.view;

/// Where a set is on its way to what its spec asks for.
public enum SetPhase {
  /// Every wanted pod has the newest template and is available.
  READY,
  /// All pods above the partition are updated and available; the others keep the older template.
  PARTITIONED,
  /// Pods are brought to the newest template.
  UPDATING,
  /// Pods are created or deleted, or have still to become available.
  SCALING,
  /// Updates are paused, or left to the user, and pods wait for that.
  PAUSED,
  /// Nothing moves without a user, or nothing has moved for longer than the deadline.
  STALLED,
  /// The set is being deleted.
  DELETING;

  /// Whether the set is where its spec wants it to be for now.
  public boolean isDone() {
    return this == READY || this == PARTITIONED;
  }

  /// The word that users read.
  public String word() {
    return switch (this) {
      case READY -> "Ready";
      case PARTITIONED -> "Partitioned";
      case UPDATING -> "Updating";
      case SCALING -> "Scaling";
      case PAUSED -> "Paused";
      case STALLED -> "Stalled";
      case DELETING -> "Deleting";
    };
  }
}
