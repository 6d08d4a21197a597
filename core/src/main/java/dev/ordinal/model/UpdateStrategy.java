package dev.ordinal.model;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How pods come to the newest template.
public sealed interface UpdateStrategy {

  /// The user deletes pods; what comes back is new.
  record OnDelete() implements UpdateStrategy {}

  /// We replace or patch pods, within `maxUnavailable` and above `partition`.
  record Rolling(
      int partition,
      Amount maxUnavailable,
      PodUpdate podUpdate,
      boolean isPaused,
      Optional<Priority> unordered,
      InPlace inPlace)
      implements UpdateStrategy {}

  /// Whether a pod is replaced or changed in place.
  enum PodUpdate {
    RECREATE,
    IN_PLACE_IF_POSSIBLE,
    IN_PLACE_ONLY
  }

  /// Timing of an in-place update, and of the image downloads before it.
  record InPlace(
      Duration grace,
      Optional<Amount> predownloadParallelism,
      Optional<Duration> predownloadTimeout,
      Optional<Integer> predownloadMinUpdatedReady) {}

  /// Which pod is updated next when ordinals do not decide; at most one list is filled.
  record Priority(List<Weight> weights, List<String> orderedKeys) {
    public Priority {
      weights = List.copyOf(weights);
      orderedKeys = List.copyOf(orderedKeys);
    }
  }

  /// Pods that match the selector gain this weight.
  record Weight(int weight, Selector selector) {}
}
