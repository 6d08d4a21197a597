package dev.ordinal.sim.patch;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shape.Dict;
import dev.ordinal.sim.shape.Shape.Leaf;
import dev.ordinal.sim.shape.Shape.Merge;
import dev.ordinal.sim.shape.Shape.Rows;
import dev.ordinal.sim.shape.Shape.Struct;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A strategic merge patch: a merge patch whose lists merge by key.
public final class StrategicMerge {
  static final String DIRECTIVE = "$patch";
  private static final String RETAIN = "$retainKeys";

  private StrategicMerge() {}

  /// One field to merge: its object, and its patch.
  record FieldMerge(Json.Obj target, Json.Obj patch, String name) {
    Optional<Json> old() {
      return target.find(name);
    }
  }

  public static Json.Obj apply(Shape shape, Json.Obj target, Json.Obj patch) {
    return switch (patch.text(DIRECTIVE)) {
      case "", "merge" -> merge(shape, target, patch);
      case "replace" -> patch.without(DIRECTIVE);
      case "delete" -> Json.EMPTY;
      default -> throw Refusal.internal("Unknown patch type found: " + patch.text(DIRECTIVE));
    };
  }

  private static Json.Obj merge(Shape shape, Json.Obj target, Json.Obj patch) {
    var members = new TreeMap<>(target.members());
    if (patch.find(RETAIN).isPresent()) {
      members.keySet().removeIf(name -> !patch.items(RETAIN).contains(Json.of(name)));
    }
    var touched = new TreeSet<String>();
    patch.members().keySet().stream()
        .filter(name -> !name.equals(DIRECTIVE) && !name.equals(RETAIN))
        .forEach(name -> touched.add(ListMerge.plain(name)));
    for (var name : touched) {
      var site = new FieldMerge(target, patch, name);
      value(shape, site)
          .ifPresentOrElse(value -> members.put(name, value), () -> members.remove(name));
    }
    return new Json.Obj(members);
  }

  private static Optional<Json> value(Shape owner, FieldMerge site) {
    var field = field(owner, site.name());
    var change = site.patch().find(site.name());
    if (change.isEmpty()) {
      return site.old().isEmpty() ? Optional.empty() : Optional.of(ListMerge.apply(field, site));
    }
    return switch (change.get()) {
      case Json.Null() -> Optional.empty();
      case Json.Obj patch -> object(field, site, patch);
      case Json.Arr _ -> Optional.of(ListMerge.apply(field, site));
      case Json.Str _, Json.Num _, Json.Bool _ ->
          Optional.of(site.old().filter(change.get()::equals).orElse(change.get()));
    };
  }

  private static Optional<Json> object(Shape field, FieldMerge site, Json.Obj patch) {
    if (site.old().isPresent() && field == Leaf.OPEN) {
      var inner = patch.members().isEmpty() ? "" : patch.members().firstKey();
      throw Refusal.internal(
          "unable to find api field in struct RawExtension for the json field \"" + inner + "\"");
    }
    if (patch.text(DIRECTIVE).equals("delete")) {
      return Optional.empty();
    }
    var old = site.old().orElse(Json.EMPTY) instanceof Json.Obj object ? object : Json.EMPTY;
    return Optional.of(apply(field, old, patch));
  }

  /// The shape of the named member of such an object; open if unknown.
  private static Shape field(Shape owner, String name) {
    return switch (owner) {
      case Struct struct -> struct.find(name).map(Shape.Field::shape).orElse(Leaf.OPEN);
      case Dict(var value, _) -> value;
      case Rows _, Leaf _ -> Leaf.OPEN;
    };
  }

  static Merge merging(Shape field) {
    return field instanceof Rows(_, var merge) ? merge : Merge.ATOMIC;
  }

  static Shape item(Shape field) {
    return field instanceof Rows(var item, _) ? item : Leaf.OPEN;
  }
}
