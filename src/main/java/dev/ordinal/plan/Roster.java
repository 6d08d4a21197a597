package dev.ordinal.plan;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The set's pods by ordinal: those it wants, and those it does not want any more.
record Roster(Ordinals wanted, SortedMap<Integer, PodView> pods) {
  Roster {
    pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
  }

  static Roster of(Snapshot seen) {
    var pods = new TreeMap<Integer, PodView>();
    for (var pod : seen.pods()) {
      var ordinal = Names.ordinal(seen.set().name(), pod.name());
      if (ordinal >= 0) {
        pods.put(ordinal, pod);
      }
    }
    return new Roster(Ordinals.of(seen.set().spec()), pods);
  }

  Optional<PodView> find(int ordinal) {
    return Optional.ofNullable(pods.get(ordinal));
  }

  /// Pods inside the wanted ordinals, lowest first.
  List<PodView> desired() {
    return pods.entrySet().stream()
        .filter(entry -> wanted.contains(entry.getKey()))
        .map(java.util.Map.Entry::getValue)
        .toList();
  }

  /// Pods outside the wanted ordinals, highest first: the order in which they go.
  List<PodView> condemned() {
    return pods.entrySet().stream()
        .filter(entry -> !wanted.contains(entry.getKey()))
        .sorted(Comparator.comparing(java.util.Map.Entry::getKey, Comparator.reverseOrder()))
        .map(java.util.Map.Entry::getValue)
        .toList();
  }
}
