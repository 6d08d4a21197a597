package dev.ordinal.model;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How pods are brought to the newest template.
public sealed interface UpdateStrategy {

  /// The user deletes pods; their successors have the newest template.
  record OnDelete() implements UpdateStrategy {}

  /// The controller replaces or patches pods, within `maxUnavailable` and above `partition`.
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

  /// Timing of an in-place update, and of the image pulls ahead of it.
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
