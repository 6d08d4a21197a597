package dev.ordinal.run;

import dev.ordinal.model.Json;
import dev.ordinal.model.SetView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Sets of one namespace whose selectors match the same pods. Found by comparing all with all, and
/// so only when a set comes, goes or is edited.
final class Rivals {
  private final Store<SetView> sets;
  private final TreeMap<String, Long> generations = new TreeMap<>();
  private final TreeMap<String, List<String>> known = new TreeMap<>();

  Rivals(Store<SetView> sets) {
    this.sets = sets;
  }

  void moved(SetView set, boolean isPresent) {
    var before = generations.get(set.uid());
    if (!isPresent) {
      generations.remove(set.uid());
      known.clear();
    } else if (before == null || before != set.meta().generation()) {
      generations.put(set.uid(), set.meta().generation());
      known.clear();
    }
  }

  List<String> of(SetView set) {
    return known.computeIfAbsent(set.uid(), _ -> compare(set));
  }

  private List<String> compare(SetView set) {
    return sets.in(set.meta().namespace()).stream()
        .filter(other -> !other.uid().equals(set.uid()))
        .filter(other -> selects(set, other) || selects(other, set))
        .map(SetView::name)
        .toList();
  }

  private static boolean selects(SetView set, SetView other) {
    var selector = set.spec().selector();
    return !selector.isEmpty() && selector.matches(labels(other));
  }

  private static Map<String, String> labels(SetView set) {
    return set.spec().template().object("metadata").object("labels").members().entrySet().stream()
        .filter(label -> label.getValue() instanceof Json.Str)
        .collect(
            Collectors.toMap(Map.Entry::getKey, label -> ((Json.Str) label.getValue()).value()));
  }
}
