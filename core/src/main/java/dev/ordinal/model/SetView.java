package dev.ordinal.model;

import java.util.List;

/// One Advanced StatefulSet. `faults` are mistakes in its spec that no schema can refuse; a set
/// with faults is reported, and nothing running is touched for it. `kruiseWrote` is when
/// kruise-manager last wrote the status, according to `managedFields`, or empty.
public record SetView(
    Meta meta, SetSpec spec, SetStatus status, List<String> faults, String kruiseWrote)
    implements View {
  public SetView {
    faults = List.copyOf(faults);
  }

  public SetView(Meta meta, SetSpec spec, SetStatus status, List<String> faults) {
    this(meta, spec, status, faults, "");
  }

  public SetKey key() {
    return new SetKey(meta.namespace(), meta.name());
  }
}
