package dev.ordinal.handover;

import dev.ordinal.model.Names;
import dev.ordinal.model.common.Selector;
import dev.ordinal.model.common.Selector.Operator;
import dev.ordinal.model.common.Selector.Requirement;
import dev.ordinal.model.json.Json;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What objects of the API say, as far as it matters here.
final class Facts {
  private Facts() {}

  static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }

  static Optional<Json> member(Json.Obj object, String field) {
    return object.object("metadata").find(field);
  }

  static boolean isTerminating(Json.Obj object) {
    return member(object, "deletionTimestamp").isPresent();
  }

  static Stream<Json.Obj> objects(Json.Obj parent, String field) {
    return parent.items(field).stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast);
  }

  static Optional<Json.Obj> controller(Json.Obj object) {
    return objects(object.object("metadata"), "ownerReferences")
        .filter(owner -> owner.find("controller").equals(Optional.of(Json.of(true))))
        .findFirst();
  }

  static boolean isControlledBy(Json.Obj object, String uid) {
    return controller(object).filter(owner -> owner.text("uid").equals(uid)).isPresent();
  }

  static String revision(Json.Obj pod) {
    return pod.object("metadata").object("labels").text(Names.REVISION_LABEL);
  }

  static Json.Obj template(Json.Obj revision) {
    return revision.object("data").object("spec").object("template").without("$patch");
  }

  /// The number, or another where there is none.
  static long number(Optional<Json> value, long otherwise) {
    return value.isPresent() && value.get() instanceof Json.Num(var digits)
        ? Long.parseLong(digits)
        : otherwise;
  }

  /// Whether a selector finds objects with these labels; an empty one finds none.
  static boolean selects(Json.Obj selector, Json.Obj labels) {
    var wanted = new TreeMap<String, String>();
    var equals = selector.object("matchLabels");
    equals.members().keySet().forEach(key -> wanted.put(key, equals.text(key)));
    var found = new TreeMap<String, String>();
    labels.members().keySet().forEach(key -> found.put(key, labels.text(key)));
    var all =
        new Selector(
            wanted, objects(selector, "matchExpressions").map(Facts::requirement).toList());
    return !all.isEmpty() && all.matches(found);
  }

  private static Requirement requirement(Json.Obj expression) {
    var values =
        expression.items("values").stream()
            .map(value -> value instanceof Json.Str(var text) ? text : "")
            .toList();
    var operator =
        switch (expression.text("operator")) {
          case "In" -> Operator.IN;
          case "NotIn" -> Operator.NOT_IN;
          case "Exists" -> Operator.EXISTS;
          default -> Operator.DOES_NOT_EXIST;
        };
    return new Requirement(expression.text("key"), operator, values);
  }
}
