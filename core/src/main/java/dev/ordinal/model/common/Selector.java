package dev.ordinal.model.common;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A label selector.
public record Selector(SortedMap<String, String> matchLabels, List<Requirement> expressions) {
  public Selector {
    matchLabels = Collections.unmodifiableSortedMap(new TreeMap<>(matchLabels));
    expressions = List.copyOf(expressions);
  }

  /// How a requirement compares, by its API name.
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST
  }

  /// One entry of `matchExpressions`.
  public record Requirement(String key, Operator operator, List<String> values) {
    public Requirement {
      values = values.stream().sorted().toList();
    }

    boolean accepts(Map<String, String> labels) {
      var value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }

    @Override
    public String toString() {
      return switch (operator) {
        case IN -> key + " in (" + String.join(",", values) + ")";
        case NOT_IN -> key + " notin (" + String.join(",", values) + ")";
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
      };
    }
  }

  public boolean isEmpty() {
    return matchLabels.isEmpty() && expressions.isEmpty();
  }

  public boolean matches(Map<String, String> labels) {
    for (var wanted : matchLabels.entrySet()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    return expressions.isEmpty()
        || expressions.stream().allMatch(expression -> expression.accepts(labels));
  }

  /// The form an autoscaler reads from `status.labelSelector`.
  @Override
  public String toString() {
    var equals = matchLabels.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue());
    var others = expressions.stream().map(Requirement::toString);
    return Stream.concat(equals, others).sorted().collect(Collectors.joining(","));
  }
}
