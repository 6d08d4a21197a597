package dev.ordinal.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One PersistentVolumeClaim. Sizes stay as written, so that nothing is lost in rounding.
/// `conditions` has those that are true.
public record ClaimView(
    Meta meta,
    String phase,
    Optional<String> storageClass,
    List<String> accessModes,
    String requested,
    String capacity,
    List<Condition> conditions)
    implements View {
  public ClaimView {
    accessModes = List.copyOf(accessModes);
    conditions = List.copyOf(conditions);
  }

  /// A condition that is true, such as `Resizing`.
  public record Condition(String type, Optional<Instant> since) {
    /// The storage driver failed to grow the volume, and retries.
    public boolean isTrouble() {
      return type.endsWith("ResizeError");
    }
  }

  public Optional<String> findTrouble() {
    return conditions.stream().filter(Condition::isTrouble).map(Condition::type).findFirst();
  }

  public boolean has(String condition) {
    return conditions.stream().anyMatch(each -> each.type().equals(condition));
  }
}
