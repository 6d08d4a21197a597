package dev.ordinal.model;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What can be switched on and off for all sets and jobs, under Kruise's names. What is stable is
/// on.
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

  /// What is on when nobody says otherwise.
  public static Set<FeatureGate> defaults() {
    return Stream.of(values()).filter(gate -> gate.isOnByDefault).collect(Collectors.toSet());
  }

  public String label() {
    return label;
  }
}
