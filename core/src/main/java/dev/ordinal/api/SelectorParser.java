package dev.ordinal.api;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads a label selector. An empty one is a fault: it would match every pod.
final class SelectorParser {
  private static final SortedMap<String, Optional<Operator>> OPERATORS =
      new TreeMap<>(
          Map.of(
              "In", Optional.of(Operator.IN),
              "NotIn", Optional.of(Operator.NOT_IN),
              "Exists", Optional.of(Operator.EXISTS),
              "DoesNotExist", Optional.of(Operator.DOES_NOT_EXIST)));

  private SelectorParser() {}

  static Selector parse(Cursor at) {
    var labels = at.at("matchLabels").strings();
    var expressions =
        at.at("matchExpressions").items().stream()
            .map(SelectorParser::requirement)
            .flatMap(Optional::stream)
            .toList();
    var selector = new Selector(labels, expressions);
    if (selector.isEmpty()) {
      at.fault("write at least one label under matchLabels, or every pod would match");
    }
    return selector;
  }

  private static Optional<Requirement> requirement(Cursor at) {
    var key = at.at("key").text();
    var values = at.at("values").texts();
    var operator = at.at("operator").choice(OPERATORS, Optional.empty());
    operator
        .filter(known -> takesValues(known) == values.isEmpty())
        .ifPresent(_ -> at.fault("write values for In and NotIn, and none for the others"));
    return operator.map(known -> new Requirement(key, known, values));
  }

  private static boolean takesValues(Operator operator) {
    return operator == Operator.IN || operator == Operator.NOT_IN;
  }
}
