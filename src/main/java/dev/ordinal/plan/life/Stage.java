package dev.ordinal.plan.life;

import java.util.Optional;
import java.util.stream.Stream;

/// Where a pod stands between its hooks, by the value of its label. A pod without the label is
/// normal.
public enum Stage {
  PREPARING_NORMAL("PreparingNormal"),
  NORMAL("Normal"),
  PREPARING_UPDATE("PreparingUpdate"),
  UPDATING("Updating"),
  UPDATED("Updated"),
  PREPARING_DELETE("PreparingDelete");

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /// Empty for a word that nobody we know has written; such a pod is left alone.
  public static Optional<Stage> of(String label) {
    return label.isEmpty()
        ? Optional.of(NORMAL)
        : Stream.of(values()).filter(stage -> stage.label.equals(label)).findFirst();
  }
}
