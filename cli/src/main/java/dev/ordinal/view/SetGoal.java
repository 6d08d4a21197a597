package dev.ordinal.view;

import dev.ordinal.model.SetSpec;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.time.Duration;
import java.util.List;

/// What the spec asks for, as far as it shapes a rollout.
///
/// @param start the lowest ordinal, and `reserved` those that are left out
/// @param strategy `OnDelete`, or the `podUpdatePolicy` of a rolling update
/// @param maxUnavailable how many pods may be down at a time
/// @param isByPriority whether labels of pods decide which are updated first, and not ordinals
public record SetGoal(
    int replicas,
    int start,
    List<IntRange> reserved,
    String strategy,
    int partition,
    boolean isPaused,
    int maxUnavailable,
    boolean isOrdered,
    boolean isByPriority,
    Duration minReady) {
  private static final String ON_DELETE = "OnDelete";

  public SetGoal {
    reserved = List.copyOf(reserved);
  }

  static SetGoal of(SetSpec spec) {
    var isOrdered = spec.podManagement() == SetSpec.PodManagement.ORDERED_READY;
    return switch (spec.update()) {
      case UpdateStrategy.OnDelete _ ->
          new SetGoal(
              spec.replicas(),
              spec.start(),
              spec.reserved(),
              ON_DELETE,
              0,
              false,
              1,
              isOrdered,
              false,
              spec.minReady());
      case UpdateStrategy.Rolling rolling ->
          new SetGoal(
              spec.replicas(),
              spec.start(),
              spec.reserved(),
              policy(rolling.podUpdate()),
              rolling.partition(),
              rolling.isPaused(),
              allowed(rolling.maxUnavailable(), spec.replicas()),
              isOrdered,
              rolling.unordered().isPresent(),
              spec.minReady());
    };
  }

  /// Whether no pod is updated before a user deletes it.
  public boolean isOnDelete() {
    return strategy.equals(ON_DELETE);
  }

  private static int allowed(Amount amount, int replicas) {
    return amount.of(replicas);
  }

  private static String policy(UpdateStrategy.PodUpdate update) {
    return switch (update) {
      case RECREATE -> "ReCreate";
      case IN_PLACE_IF_POSSIBLE -> "InPlaceIfPossible";
      case IN_PLACE_ONLY -> "InPlaceOnly";
    };
  }
}
