package dev.ordinal.plan;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The set's pods by ordinal, those it wants and those it does not want any more; and the pods of
/// others that have one of its names.
record Roster(
    Ordinals wanted, SortedMap<Integer, PodView> pods, SortedMap<Integer, PodView> strangers) {
  Roster {
    pods = Collections.unmodifiableSortedMap(new TreeMap<>(pods));
    strangers = Collections.unmodifiableSortedMap(new TreeMap<>(strangers));
  }

  static Roster of(Snapshot seen, List<PodView> own, List<PodView> strangers) {
    var wanted = Ordinals.of(seen.set().spec());
    return new Roster(wanted, byOrdinal(seen, own), byOrdinal(seen, strangers));
  }

  private static SortedMap<Integer, PodView> byOrdinal(Snapshot seen, List<PodView> pods) {
    var sorted = new TreeMap<Integer, PodView>();
    for (var pod : pods) {
      var ordinal = Names.ordinal(seen.set().name(), pod.name());
      if (ordinal >= 0) {
        sorted.put(ordinal, pod);
      }
    }
    return sorted;
  }

  Optional<PodView> find(int ordinal) {
    return Optional.ofNullable(pods.get(ordinal));
  }

  Optional<PodView> findStranger(int ordinal) {
    return Optional.ofNullable(strangers.get(ordinal));
  }

  /// Pods inside the wanted ordinals, lowest first.
  List<PodView> desired() {
    return pods.entrySet().stream()
        .filter(entry -> wanted.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Pods outside the wanted ordinals, highest first: the order in which they go.
  List<PodView> condemned() {
    return pods.entrySet().stream()
        .filter(entry -> !wanted.contains(entry.getKey()))
        .sorted(Comparator.comparing(Map.Entry::getKey, Comparator.reverseOrder()))
        .map(Map.Entry::getValue)
        .toList();
  }
}
