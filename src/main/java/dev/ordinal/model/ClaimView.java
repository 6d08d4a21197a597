package dev.ordinal.model;

import java.util.List;
import java.util.Optional;

/// One PersistentVolumeClaim. Sizes stay as written, so that nothing is lost in rounding.
public record ClaimView(
    Meta meta,
    String phase,
    Optional<String> storageClass,
    List<String> accessModes,
    String requested,
    String capacity)
    implements View {
  public ClaimView {
    accessModes = List.copyOf(accessModes);
  }
}
