package dev.ordinal.sim.patch;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shape.Dict;
import dev.ordinal.sim.shape.Shape.Leaf;
import dev.ordinal.sim.shape.Shape.Rows;
import dev.ordinal.sim.shape.Shape.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Server-side apply, always with force: fields in the patch are set, and fields that the same
/// manager applied before and no longer has are removed.
public final class Apply {
  private Apply() {}

  /// `before` is what the manager applied last, or an empty object.
  public static Json.Obj apply(Shape shape, Json.Obj live, Json.Obj before, Json.Obj said) {
    return set(shape, drop(shape, live, before, said), said);
  }

  private static Json.Obj set(Shape shape, Json.Obj live, Json.Obj said) {
    var members = new TreeMap<>(live.members());
    said.members()
        .forEach(
            (name, value) -> {
              var old = members.get(name);
              members.put(name, old == null ? value : set(field(shape, name), old, value));
            });
    return new Json.Obj(members);
  }

  private static Json set(Shape shape, Json old, Json said) {
    if (old.equals(said)) {
      return old;
    }
    if (old instanceof Json.Obj live && said instanceof Json.Obj object && !isAtomic(shape)) {
      return set(shape, live, object);
    }
    if (old instanceof Json.Arr live
        && said instanceof Json.Arr list
        && shape instanceof Rows rows) {
      return rows(rows, live.items(), list.items());
    }
    return said;
  }

  private static Json rows(Rows shape, List<Json> live, List<Json> said) {
    var merge = shape.merge();
    if (merge.keys().isEmpty() && !merge.isSet()) {
      return Json.of(said);
    }
    var merged = new ArrayList<>(live);
    for (var item : said) {
      var place = place(shape, merged, item);
      if (place < 0) {
        merged.add(item);
      } else {
        merged.set(place, set(shape.item(), merged.get(place), item));
      }
    }
    return Json.of(merged);
  }

  private static Json.Obj drop(Shape shape, Json.Obj live, Json.Obj before, Json.Obj said) {
    var members = new TreeMap<>(live.members());
    before
        .members()
        .forEach(
            (name, old) -> {
              var value = members.get(name);
              if (value != null) {
                drop(field(shape, name), value, old, said.find(name))
                    .ifPresentOrElse(kept -> members.put(name, kept), () -> members.remove(name));
              }
            });
    return new Json.Obj(members);
  }

  private static Optional<Json> drop(Shape shape, Json live, Json before, Optional<Json> said) {
    if (live instanceof Json.Obj object && before instanceof Json.Obj old && !isAtomic(shape)) {
      var now = said.orElse(Json.EMPTY) instanceof Json.Obj value ? value : Json.EMPTY;
      var kept = drop(shape, object, old, now);
      return kept.equals(Json.EMPTY) && said.isEmpty() ? Optional.empty() : Optional.of(kept);
    }
    if (live instanceof Json.Arr(var items)
        && before instanceof Json.Arr(var old)
        && shape instanceof Rows rows
        && !rows.merge().keys().isEmpty()) {
      var now =
          said.orElse(live) instanceof Json.Arr(var list) && said.isPresent()
              ? list
              : List.<Json>of();
      return dropRows(rows, items, old, now);
    }
    return said.isPresent() ? Optional.of(live) : Optional.empty();
  }

  private static Optional<Json> dropRows(
      Rows shape, List<Json> live, List<Json> before, List<Json> said) {
    var kept = new ArrayList<Json>();
    for (var item : live) {
      var old = place(shape, before, item);
      var now = place(shape, said, item);
      if (old < 0) {
        kept.add(item);
      } else if (now >= 0) {
        drop(shape.item(), item, before.get(old), Optional.of(said.get(now))).ifPresent(kept::add);
      }
    }
    return kept.isEmpty() && said.isEmpty() ? Optional.empty() : Optional.of(Json.of(kept));
  }

  private static int place(Rows shape, List<Json> items, Json wanted) {
    for (var i = 0; i < items.size(); i++) {
      if (isSame(shape, items.get(i), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSame(Rows shape, Json left, Json right) {
    if (left instanceof Json.Obj one && right instanceof Json.Obj other) {
      return shape.merge().keys().stream()
          .allMatch(key -> isSame(key, one.find(key), other.find(key)));
    }
    return left.equals(right);
  }

  /// The protocol of a port has a default, and is part of its key.
  private static boolean isSame(String key, Optional<Json> left, Optional<Json> right) {
    var missing = Json.of(key.equals("protocol") ? "TCP" : "");
    return left.orElse(missing).equals(right.orElse(missing));
  }

  private static boolean isAtomic(Shape shape) {
    return shape instanceof Dict(_, var isAtomic) && isAtomic;
  }

  private static Shape field(Shape owner, String name) {
    return switch (owner) {
      case Struct struct -> struct.find(name).map(Shape.Field::shape).orElse(Leaf.OPEN);
      case Dict(var value, _) -> value;
      case Rows _, Leaf _ -> Leaf.OPEN;
    };
  }
}
