package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.json.Json;

/// Label selectors in objects.
public final class Labels {
  private Labels() {}

  /// Whether a LabelSelector matches the object; an empty one matches all.
  public static boolean select(Json.Obj selector, Json.Obj object) {
    var labels = object.object("metadata").object("labels");
    return covers(selector.object("matchLabels"), labels)
        && selector.items("matchExpressions").stream()
            .allMatch(each -> holds((Json.Obj) each, labels));
  }

  /// Whether `labels` has all entries of a Service's selector.
  public static boolean covers(Json.Obj wanted, Json.Obj labels) {
    return wanted.members().entrySet().stream()
        .allMatch(each -> each.getValue().equals(labels.members().get(each.getKey())));
  }

  private static boolean holds(Json.Obj expression, Json.Obj labels) {
    var value = labels.find(expression.text("key"));
    var values = expression.items("values");
    return switch (expression.text("operator")) {
      case "In" -> value.filter(values::contains).isPresent();
      case "NotIn" -> value.filter(values::contains).isEmpty();
      case "Exists" -> value.isPresent();
      case "DoesNotExist" -> value.isEmpty();
      default -> false;
    };
  }
}
