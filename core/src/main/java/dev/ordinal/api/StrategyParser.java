package dev.ordinal.api;

import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.UpdateStrategy.InPlace;
import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Priority;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.UpdateStrategy.Weight;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads `spec.updateStrategy`. An absent `rollingUpdate` means an empty one; beside OnDelete the
/// block is not read, because it may be a default of the API server.
final class StrategyParser {
  private static final SortedMap<String, Boolean> IS_ROLLING =
      new TreeMap<>(Map.of("RollingUpdate", true, "OnDelete", false));

  private static final SortedMap<String, PodUpdate> POD_UPDATES =
      new TreeMap<>(
          Map.of(
              "ReCreate", PodUpdate.RECREATE,
              "InPlaceIfPossible", PodUpdate.IN_PLACE_IF_POSSIBLE,
              "InPlaceOnly", PodUpdate.IN_PLACE_ONLY));

  private static final int HEAVIEST = 100;

  private StrategyParser() {}

  /// The strategy, and its `minReadySeconds`.
  record Result(UpdateStrategy strategy, Duration minReady) {}

  static Result parse(Cursor at) {
    if (!at.at("type").choice(IS_ROLLING, true)) {
      return new Result(new OnDelete(), Duration.ZERO);
    }
    var rolling = at.at("rollingUpdate");
    return new Result(
        new Rolling(
            rolling.at("partition").number(0, 0),
            rolling.at("maxUnavailable").amount().orElse(new Amount.Count(1)),
            rolling.at("podUpdatePolicy").choice(POD_UPDATES, PodUpdate.RECREATE),
            rolling.at("paused").flag(),
            unordered(rolling.at("unorderedUpdate")),
            inPlace(rolling.at("inPlaceUpdateStrategy"))),
        Duration.ofSeconds(rolling.at("minReadySeconds").number(0, 0)));
  }

  private static Optional<Priority> unordered(Cursor at) {
    var strategy = at.at("priorityStrategy");
    var weights =
        strategy.at("weightPriority").items().stream().map(StrategyParser::weight).toList();
    var keys =
        strategy.at("orderPriority").items().stream()
            .map(item -> key(item.at("orderedKey")))
            .toList();
    if (!weights.isEmpty() && !keys.isEmpty()) {
      strategy.fault("remove either weightPriority or orderPriority");
    }
    return at.isPresent() ? Optional.of(new Priority(weights, keys)) : Optional.empty();
  }

  private static Weight weight(Cursor at) {
    var weight = at.at("weight");
    var value = weight.number(0, 0);
    if (value > HEAVIEST) {
      weight.fault("write a whole number from 0 to " + HEAVIEST);
    }
    return new Weight(value, SelectorParser.parse(at.at("matchSelector")));
  }

  private static String key(Cursor at) {
    var key = at.text();
    if (key.isEmpty()) {
      at.fault("write the name of a label");
    }
    return key;
  }

  private static InPlace inPlace(Cursor at) {
    var timeout = at.at("imagePreDownloadTimeoutSeconds");
    var updated = at.at("imagePreDownloadMinUpdatedReadyPods");
    // A negative grace period has always meant none, so it is no fault.
    var grace = Math.max(0, at.at("gracePeriodSeconds").number(Integer.MIN_VALUE, 0));
    return new InPlace(
        Duration.ofSeconds(grace),
        at.at("imagePreDownloadParallelism").amount(),
        timeout.isPresent()
            ? Optional.of(Duration.ofSeconds(timeout.number(1, 1)))
            : Optional.empty(),
        updated.isPresent() ? Optional.of(updated.number(0, 0)) : Optional.empty());
  }
}
