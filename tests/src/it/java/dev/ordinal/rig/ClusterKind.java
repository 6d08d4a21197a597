package dev.ordinal.rig;

import java.util.Locale;

/// Where the end-to-end tests run: `-Dcluster=real` (the default) or `-Dcluster=sim`.
public enum ClusterKind {
  /// Kubernetes' own control plane, with simulated nodes.
  REAL,
  /// The cluster of `ordinal up`.
  SIM;

  static ClusterKind chosen() {
    return valueOf(System.getProperty("cluster", "real").toUpperCase(Locale.ROOT));
  }
}
