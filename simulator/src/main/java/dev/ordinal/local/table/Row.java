package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// An object, with the questions that rows need.
record Row(Json.Obj object, Instant now) {
  static final String NONE = "<none>";

  Json.Obj metadata() {
    return object.object("metadata");
  }

  Json.Obj spec() {
    return object.object("spec");
  }

  Json.Obj status() {
    return object.object("status");
  }

  Json name() {
    return Json.of(metadata().text("name"));
  }

  Json age() {
    return Json.of(Ages.since(metadata().text("creationTimestamp"), now));
  }

  boolean isDeleted() {
    return metadata().find("deletionTimestamp").isPresent();
  }

  static Json orNone(String text) {
    return Json.of(text.isEmpty() ? NONE : text);
  }

  static Json or(String text, String otherwise) {
    return Json.of(text.isEmpty() ? otherwise : text);
  }

  static List<Json.Obj> objects(Json.Obj parent, String name) {
    return parent.items(name).stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast)
        .toList();
  }

  static long number(Json.Obj parent, String name) {
    return parent.members().get(name) instanceof Json.Num(var literal)
        ? (long) Double.parseDouble(literal)
        : 0;
  }

  static boolean isTrue(Json.Obj parent, String name) {
    return parent.find(name).equals(Optional.of(Json.of(true)));
  }

  Optional<Json.Obj> condition(String type) {
    return objects(status(), "conditions").stream()
        .filter(each -> each.text("type").equals(type))
        .findFirst();
  }

  /// A number, a percentage or a text as it is written.
  static String plain(Json value) {
    return switch (value) {
      case Json.Str(var text) -> text;
      case Json.Num(var literal) -> literal;
      case Json.Bool(var truth) -> Boolean.toString(truth);
      case Json.Null() -> "";
      case Json.Obj _, Json.Arr _ -> dev.ordinal.model.json.JsonText.write(value);
    };
  }

  static String labels(Json.Obj labels) {
    return labels.members().entrySet().stream()
        .map(each -> each.getKey() + "=" + plain(each.getValue()))
        .collect(Collectors.joining(","));
  }
}
