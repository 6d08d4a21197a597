package dev.ordinal.forecast;

import dev.ordinal.forecast.PodStep.Kind;
import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds the limits that mattered to a change: without them its batches would have been others.
final class ShapingLimits {
  private static final String ROLLING = "updateStrategy.rollingUpdate.";
  private static final Set<Kind> UPDATES =
      EnumSet.of(Kind.REPLACE, Kind.IN_PLACE, Kind.METADATA, Kind.RESIZE);
  private static final Set<Kind> SCALING = EnumSet.of(Kind.CREATE, Kind.DELETE);

  private final SetSpec spec;
  private final List<Forecast.Batch> batches;
  private final List<Limit> found = new ArrayList<>();

  private ShapingLimits(SetSpec spec, List<Forecast.Batch> batches) {
    this.spec = spec;
    this.batches = batches;
  }

  /// @param isUpdate whether the change is one of the template
  static List<Limit> of(SetSpec spec, List<Forecast.Batch> batches, boolean isUpdate) {
    var limits = new ShapingLimits(spec, batches);
    switch (spec.update()) {
      case UpdateStrategy.OnDelete _ when isUpdate ->
          limits.add("updateStrategy.type", "OnDelete", "a pod is updated when it is deleted");
      case UpdateStrategy.OnDelete _ -> {}
      case Rolling rolling -> limits.rolling(rolling, isUpdate);
    }
    limits.scaling();
    limits.waiting();
    return List.copyOf(limits.found);
  }

  private void rolling(Rolling rolling, boolean isUpdate) {
    if (isUpdate && rolling.isPaused()) {
      add(ROLLING + "paused", "true", "no pod is updated");
      return;
    }
    if (isSpread(UPDATES)) {
      var most = rolling.maxUnavailable().of(spec.replicas());
      add(
          ROLLING + "maxUnavailable",
          text(rolling.maxUnavailable()),
          "at most %s down".formatted(pods(most, "is", "are")));
      if (rolling.unordered().isPresent()) {
        add(ROLLING + "unorderedUpdate", "", "labels decide which pod is next");
      }
    }
    if ((isUpdate || has(UPDATES)) && rolling.partition() > 0) {
      add(
          ROLLING + "partition",
          Integer.toString(rolling.partition()),
          pods(Math.min(rolling.partition(), spec.replicas()), "keeps", "keep")
              + " the older template");
    }
  }

  private void scaling() {
    if (has(SCALING) && !spec.reserved().isEmpty()) {
      add(
          "reserveOrdinals",
          spec.reserved().stream().map(ShapingLimits::text).collect(Collectors.joining(",")),
          "left out");
    }
    var most = spec.scaleMaxUnavailable();
    if (most.isPresent() && isSpread(SCALING) && !isOrdered()) {
      var count = most.get().of(spec.replicas());
      add(
          "scaleStrategy.maxUnavailable",
          text(most.get()),
          "at most %s not available".formatted(pods(count, "is", "are")));
    }
  }

  /// What makes the next pod wait for those before it.
  private void waiting() {
    if (batches.size() < 2) {
      return;
    }
    if (isOrdered()) {
      add("podManagementPolicy", "OrderedReady", "each pod waits for the one before");
    }
    if (!spec.minReady().isZero()) {
      var seconds = spec.minReady().toSeconds();
      add(
          "minReadySeconds",
          Long.toString(seconds),
          "a pod is available %d s after it is ready".formatted(seconds));
    }
  }

  private void add(String field, String value, String effect) {
    found.add(new Limit(field, value, effect));
  }

  private boolean isOrdered() {
    return spec.podManagement() == PodManagement.ORDERED_READY;
  }

  private boolean has(Set<Kind> kinds) {
    return batches.stream().anyMatch(isOf(kinds));
  }

  private boolean isSpread(Set<Kind> kinds) {
    return batches.stream().filter(isOf(kinds)).count() > 1;
  }

  private static Predicate<Forecast.Batch> isOf(Set<Kind> kinds) {
    return batch -> batch.steps().stream().anyMatch(step -> kinds.contains(step.kind()));
  }

  private static String pods(int count, String one, String many) {
    return count == 1 ? "1 pod " + one : "%d pods %s".formatted(count, many);
  }

  private static String text(Amount amount) {
    return switch (amount) {
      case Amount.Count(var value) -> Integer.toString(value);
      case Amount.Percent(var value) -> value + "%";
    };
  }

  private static String text(IntRange range) {
    return range.from() == range.to()
        ? Integer.toString(range.from())
        : range.from() + "-" + range.to();
  }
}
