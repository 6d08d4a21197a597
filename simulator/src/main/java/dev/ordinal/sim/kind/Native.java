package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shapes;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A native kind with few rules: defaults, a check, and perhaps a status subresource.
record Native(
    Shape.Struct struct,
    UnaryOperator<Json.Obj> defaults,
    Function<Change, List<Fault>> check,
    boolean hasStatus)
    implements Strategy {

  static Native of(String kind) {
    return new Native(Shapes.of(kind), object -> object, _ -> List.of(), false);
  }

  Native defaulted(UnaryOperator<Json.Obj> by) {
    return new Native(struct, by, check, hasStatus);
  }

  /// Also run on creation, with an empty old object.
  Native checked(Function<Change, List<Fault>> by) {
    return new Native(struct, defaults, by, hasStatus);
  }

  Native withStatus() {
    return new Native(struct, defaults, check, true);
  }

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    if (Same.tree(sent, known)) {
      return new Read(sent, List.of());
    }
    var decoding = new Decoding();
    var object = decoding.decode(struct, sent, known);
    return new Read(defaults.apply(object), decoding.unknown());
  }

  @Override
  public Shape shape() {
    return struct;
  }

  @Override
  public Json.Obj prepareUpdate(Change change) {
    return hasStatus ? Parts.separated(change) : change.next();
  }

  @Override
  public List<Fault> checkCreate(Json.Obj object) {
    return check.apply(new Change("", Json.EMPTY, object));
  }

  @Override
  public List<Fault> checkUpdate(Change change) {
    return check.apply(change);
  }
}
