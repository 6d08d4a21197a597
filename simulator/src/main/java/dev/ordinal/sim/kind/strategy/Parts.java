package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Strategy.Change;
import dev.ordinal.sim.shape.Same;

/// Separates status and spec: neither is written through the other's subresource.
public final class Parts {
  private Parts() {}

  /// A write to the status keeps the spec, any other write keeps the status. Metadata may change.
  public static Json.Obj separated(Change change) {
    var kept = change.part().equals("status") ? "spec" : "status";
    return copied(change.next(), change.old(), kept);
  }

  /// `next` with the named member of `old`.
  public static Json.Obj copied(Json.Obj next, Json.Obj old, String name) {
    var before = old.members().get(name);
    if (Same.tree(before, next.members().get(name))) {
      return next;
    }
    return before == null ? next.without(name) : next.with(name, before);
  }

  /// `object` with the member, unless it has one of that name.
  public static Json.Obj defaulted(Json.Obj object, String name, Json value) {
    return object.find(name).isPresent() ? object : object.with(name, value);
  }

  /// `object` with another spec.
  public static Json.Obj inSpec(Json.Obj object, Json.Obj spec) {
    return Same.tree(spec, object.members().get("spec")) ? object : object.with("spec", spec);
  }
}
