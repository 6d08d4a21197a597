package dev.ordinal.sim.virtual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the fewest steps of a scenario with which it still fails in the same way.
final class Shrinker {
  private Shrinker() {}

  /// The numbers of the remaining steps. Halves are removed first, then single ones, until none can
  /// be.
  static List<Integer> shrink(FaultScenario scenario, String fault) {
    var kept = new ArrayList<>(scenario.numbers());
    for (var size = Math.max(1, kept.size() / 2); size >= 1; size /= 2) {
      for (var start = 0; start < kept.size(); ) {
        var fewer = new ArrayList<>(kept);
        fewer.subList(start, Math.min(start + size, fewer.size())).clear();
        if (fails(scenario.only(fewer), fault)) {
          kept = fewer;
        } else {
          start += size;
        }
      }
    }
    return kept;
  }

  private static boolean fails(FaultScenario scenario, String fault) {
    return ScenarioRun.of(scenario).fault().map(Shrinker::kind).equals(Optional.of(kind(fault)));
  }

  /// The failure without the names of pods.
  static String kind(String fault) {
    return fault.replaceAll("web-[0-9a-f]+|[0-9]+", "#").replaceAll("\\[[^]]*]", "[]");
  }
}
