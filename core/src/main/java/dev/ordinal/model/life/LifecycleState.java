package dev.ordinal.model.life;

import java.util.List;

/// The state of a pod between its hooks, by the value of its label. A pod without the label is
/// normal.
public enum LifecycleState {
  PREPARING_NORMAL("PreparingNormal"),
  NORMAL("Normal"),
  PREPARING_UPDATE("PreparingUpdate"),
  UPDATING("Updating"),
  UPDATED("Updated"),
  PREPARING_DELETE("PreparingDelete");

  private static final List<LifecycleState> ALL = List.of(values());

  private final String label;

  LifecycleState(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /// An unknown value counts as no label. Every plan asks this of every pod, and most have none.
  public static LifecycleState of(String label) {
    if (label.isEmpty()) {
      return NORMAL;
    }
    for (var state : ALL) {
      if (state.label.equals(label)) {
        return state;
      }
    }
    return NORMAL;
  }

  /// A preparation that a hook may still hold.
  public boolean isPreparing() {
    return this == PREPARING_UPDATE || this == PREPARING_DELETE;
  }
}
