package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Same;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Validates an object against its schema, then against the rules. Faults in values that an update
/// does not change are ignored.
final class Validation {
  private static final Set<Fault.Type> BLOCKING =
      Set.of(
          Fault.Type.UNSUPPORTED,
          Fault.Type.REQUIRED,
          Fault.Type.TOO_LONG,
          Fault.Type.TOO_MANY,
          Fault.Type.TYPE_INVALID);

  private final List<Fault> faults = new ArrayList<>();

  private Validation() {}

  /// A value, what it was before, and its path.
  private record Place(Json value, Optional<Json> old, String path) {
    Place field(String name) {
      var inner = value instanceof Json.Obj object ? object.find(name) : Optional.<Json>empty();
      var before = old.flatMap(was -> was instanceof Json.Obj o ? o.find(name) : Optional.empty());
      return new Place(
          inner.orElse(new Json.Null()), before, path.isEmpty() ? name : path + "." + name);
    }

    Place item(int index) {
      var items = ((Json.Arr) value).items();
      return new Place(items.get(index), Optional.empty(), path + "[" + index + "]");
    }

    boolean isUnchanged() {
      return old.isPresent() && (Same.tree(old.get(), value) || old.get().equals(value));
    }
  }

  static List<Fault> schema(Schema schema, Json.Obj object, Optional<Json.Obj> old) {
    var validation = new Validation();
    validation.check(schema, new Place(object, old.map(Json.class::cast), ""));
    return validation.faults;
  }

  /// The rules, which are checked only where the schema's faults allow it.
  static List<Fault> rules(Schema schema, Json.Obj object, Optional<Json.Obj> old) {
    var validation = new Validation();
    validation.checkRules(schema, new Place(object, old.map(Json.class::cast), ""));
    return validation.faults;
  }

  static boolean isBlocking(List<Fault> faults) {
    return faults.stream().anyMatch(fault -> BLOCKING.contains(fault.type()));
  }

  private void check(Schema schema, Place place) {
    var value = place.value();
    if (place.isUnchanged() || (value instanceof Json.Null && schema.isNullable())) {
      return;
    }
    if (!Types.fits(schema, value)) {
      faults.add(Types.mismatch(schema, value, place.path()));
      return;
    }
    faults.addAll(Limits.check(schema, value, place.path()));
    if (value instanceof Json.Obj(var members)) {
      for (var name : schema.source().items("required")) {
        if (name instanceof Json.Str(var text) && !members.containsKey(text)) {
          faults.add(Fault.required(place.field(text).path(), ""));
        }
      }
      members.forEach(
          (name, _) ->
              Optional.ofNullable(schema.properties().get(name))
                  .or(schema::values)
                  .ifPresent(inner -> check(inner, place.field(name))));
    }
    if (value instanceof Json.Arr(var items) && schema.items().isPresent()) {
      for (var i = 0; i < items.size(); i++) {
        check(schema.items().get(), place.item(i));
      }
    }
  }

  private void checkRules(Schema schema, Place place) {
    if (place.isUnchanged() || place.value() instanceof Json.Null) {
      return;
    }
    for (var rule : schema.rules()) {
      var isDue = !rule.cel().isTransition() || place.old().isPresent();
      if (isDue && !rule.cel().holds(place.value(), place.old())) {
        faults.add(fault(rule, place));
      }
    }
    if (place.value() instanceof Json.Obj(var members)) {
      members.forEach(
          (name, _) ->
              Optional.ofNullable(schema.properties().get(name))
                  .or(schema::values)
                  .ifPresent(inner -> checkRules(inner, place.field(name))));
    }
    if (place.value() instanceof Json.Arr(var items) && schema.items().isPresent()) {
      for (var i = 0; i < items.size(); i++) {
        checkRules(schema.items().get(), place.item(i));
      }
    }
  }

  private static Fault fault(Schema.Rule rule, Place place) {
    var path = place.path() + rule.fieldPath();
    var isPlain = !(place.value() instanceof Json.Obj) && !(place.value() instanceof Json.Arr);
    return isPlain
        ? Fault.invalid(path, place.value(), rule.message())
        : Fault.invalid(path.isEmpty() ? "<nil>" : path, rule.message());
  }
}
