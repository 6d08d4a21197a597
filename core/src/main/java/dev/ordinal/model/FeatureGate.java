package dev.ordinal.model;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Features that operators switch on and off for all sets and jobs, under Kruise's names. Stable
/// features are on by default.
public enum FeatureGate {
  START_ORDINAL("StatefulSetStartOrdinal", true),
  CLAIM_RETENTION("StatefulSetAutoDeletePVC", true),
  CLAIM_GROWTH("StatefulSetAutoResizePVCGate", true),
  VERTICAL_SCALING("InPlaceWorkloadVerticalScaling", true),
  POD_INDEX_LABEL("PodIndexLabel", true),
  IMAGE_PULL_JOB("ImagePullJobGate", true),
  IMAGE_PREDOWNLOAD("PreDownloadImageForInPlaceUpdate", false);

  private final String label;
  private final boolean isOnByDefault;

  FeatureGate(String label, boolean isOnByDefault) {
    this.label = label;
    this.isOnByDefault = isOnByDefault;
  }

  /// The gates that are on by default.
  public static Set<FeatureGate> defaults() {
    return Stream.of(values()).filter(gate -> gate.isOnByDefault).collect(Collectors.toSet());
  }

  public String label() {
    return label;
  }
}
