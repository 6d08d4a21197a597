package dev.ordinal.model.life;

import java.util.stream.Stream;

/// The state of a pod between its hooks, by the value of its label. A pod without the label is
/// normal.
public enum LifecycleState {
  PREPARING_NORMAL("PreparingNormal"),
  NORMAL("Normal"),
  PREPARING_UPDATE("PreparingUpdate"),
  UPDATING("Updating"),
  UPDATED("Updated"),
  PREPARING_DELETE("PreparingDelete");

  private final String label;

  LifecycleState(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /// An unknown value counts as no label.
  public static LifecycleState of(String label) {
    return Stream.of(values())
        .filter(stage -> stage.label.equals(label))
        .findFirst()
        .orElse(NORMAL);
  }

  /// A preparation that a hook may still hold.
  public boolean isPreparing() {
    return this == PREPARING_UPDATE || this == PREPARING_DELETE;
  }
}
