package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Same;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Removes fields that the schema does not have, and adds its defaults. A null counts as absent
/// where it is not allowed.
final class Pruning {
  private final List<String> unknown = new ArrayList<>();

  /// The removed fields, as paths.
  List<String> unknown() {
    return unknown;
  }

  /// `known` was pruned before; parts that it shares are not pruned again.
  Json apply(Schema schema, Json value, Json known, String path) {
    if (Same.tree(value, known)) {
      return value;
    }
    return switch (value) {
      case Json.Obj object -> object(schema, object, known, path);
      case Json.Arr(var items) when schema.items().isPresent() -> {
        var before = known instanceof Json.Arr(var list) ? list : List.<Json>of();
        var kept = new ArrayList<Json>(items.size());
        for (var i = 0; i < items.size(); i++) {
          var old = i < before.size() ? before.get(i) : new Json.Null();
          kept.add(apply(schema.items().get(), items.get(i), old, path + "[" + i + "]"));
        }
        yield Json.of(kept);
      }
      case Json.Arr _, Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
    };
  }

  private Json object(Schema schema, Json.Obj object, Json known, String path) {
    var before = known instanceof Json.Obj old ? old : Json.EMPTY;
    var members = new TreeMap<String, Json>();
    for (var member : object.members().entrySet()) {
      var name = member.getKey();
      var place = path.isEmpty() ? name : path + "." + name;
      var inner = find(schema, name);
      if (inner.isPresent()) {
        if (!isAbsent(inner.get(), member.getValue())) {
          var old = before.find(name).orElse(new Json.Null());
          members.put(name, apply(inner.get(), member.getValue(), old, place));
        }
      } else if (schema.isOpen()) {
        members.put(name, member.getValue());
      } else {
        unknown.add(place);
      }
    }
    schema
        .properties()
        .forEach(
            (name, property) ->
                property
                    .byDefault()
                    .filter(_ -> !members.containsKey(name))
                    .ifPresent(value -> members.put(name, filled(property, value))));
    return new Json.Obj(members);
  }

  private Json filled(Schema schema, Json value) {
    return apply(schema, value, new Json.Null(), "");
  }

  private static boolean isAbsent(Schema schema, Json value) {
    return value instanceof Json.Null && !schema.isNullable();
  }

  private static Optional<Schema> find(Schema schema, String name) {
    return Optional.ofNullable(schema.properties().get(name)).or(schema::values);
  }
}
