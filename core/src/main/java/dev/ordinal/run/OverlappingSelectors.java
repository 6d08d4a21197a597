package dev.ordinal.run;

import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds sets of one namespace whose selectors match the same pods. A template is indexed by each
/// of its labels and a selector by one label that it requires, so that a set is compared only with
/// sets that share a label with it.
final class OverlappingSelectors {
  private final TreeMap<String, SetView> filed = new TreeMap<>();
  private final TreeMap<String, Map<String, SetView>> byTemplate = new TreeMap<>();
  private final TreeMap<String, Map<String, SetView>> bySelector = new TreeMap<>();
  private final TreeMap<String, String> selectorLabels = new TreeMap<>();
  private final TreeMap<String, List<String>> known = new TreeMap<>();
  private long comparisons;

  void changed(SetView set, boolean isPresent) {
    var before = filed.get(set.uid());
    if (isPresent && before != null && before.meta().generation() == set.meta().generation()) {
      return;
    }
    known.clear();
    if (before != null) {
      remove(before);
    }
    if (isPresent) {
      add(set);
    }
  }

  private void add(SetView set) {
    filed.put(set.uid(), set);
    keys(set).forEach(key -> file(byTemplate, key, set));
    var key = rarest(set);
    selectorLabels.put(set.uid(), key);
    file(bySelector, key, set);
  }

  private void remove(SetView set) {
    filed.remove(set.uid());
    keys(set).forEach(key -> drop(byTemplate, key, set));
    Optional.ofNullable(selectorLabels.remove(set.uid()))
        .ifPresent(key -> drop(bySelector, key, set));
  }

  private static void file(Map<String, Map<String, SetView>> index, String key, SetView set) {
    index.computeIfAbsent(key, _ -> new TreeMap<>()).put(set.uid(), set);
  }

  private static void drop(Map<String, Map<String, SetView>> index, String key, SetView set) {
    index.computeIfPresent(
        key,
        (_, sets) -> {
          sets.remove(set.uid());
          return sets.isEmpty() ? null : sets;
        });
  }

  List<String> of(SetView set) {
    return known.computeIfAbsent(set.uid(), _ -> compare(set));
  }

  /// How often a selector has been compared with a template.
  long comparisons() {
    return comparisons;
  }

  private List<String> compare(SetView set) {
    var names = new TreeSet<String>();
    found(byTemplate, rarest(set)).stream()
        .filter(other -> !other.uid().equals(set.uid()) && selects(set, other))
        .forEach(other -> names.add(other.name()));
    for (var key : keys(set)) {
      found(bySelector, key).stream()
          .filter(other -> !other.uid().equals(set.uid()) && selects(other, set))
          .forEach(other -> names.add(other.name()));
    }
    return List.copyOf(names);
  }

  private static Collection<SetView> found(Map<String, Map<String, SetView>> index, String key) {
    return index.getOrDefault(key, new TreeMap<>()).values();
  }

  private boolean selects(SetView set, SetView other) {
    comparisons++;
    var selector = set.spec().selector();
    return !selector.isEmpty() && selector.matches(labels(other));
  }

  /// The required label that the fewest templates have. A selector with expressions alone has to be
  /// compared with all templates.
  private String rarest(SetView set) {
    return set.spec().selector().matchLabels().entrySet().stream()
        .map(label -> key(set, label.getKey() + "=" + label.getValue()))
        .min(Comparator.comparingInt(key -> found(byTemplate, key).size()))
        .orElse(key(set, ""));
  }

  /// The keys that a template is indexed by.
  private static List<String> keys(SetView set) {
    var keys = new ArrayList<String>();
    keys.add(key(set, ""));
    labels(set).forEach((name, value) -> keys.add(key(set, name + "=" + value)));
    return keys;
  }

  private static String key(SetView set, String label) {
    return set.meta().namespace() + "/" + label;
  }

  private static Map<String, String> labels(SetView set) {
    return set.spec().template().object("metadata").object("labels").members().entrySet().stream()
        .filter(label -> label.getValue() instanceof Json.Str)
        .collect(
            Collectors.toMap(Map.Entry::getKey, label -> ((Json.Str) label.getValue()).value()));
  }
}
