package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.crd.Definition;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// A kind from a CustomResourceDefinition.
record Custom(Definition definition, Shape shape) implements Strategy {
  static Custom of(Definition definition) {
    return new Custom(definition, withMetadata(definition.shape()));
  }

  private static Shape withMetadata(Shape shape) {
    if (!(shape instanceof Shape.Struct(var name, var fields, var shown))) {
      return shape;
    }
    var all = new TreeMap<>(fields);
    all.put("metadata", new Shape.Field(Shapes.of("ObjectMeta"), Optional.empty(), false));
    return new Shape.Struct(name, all, shown);
  }

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    if (Same.tree(sent, known)) {
      return new Read(sent, List.of());
    }
    var decoding = new Decoding();
    var metadata =
        decoding.decode(
            Shapes.of("ObjectMeta"),
            sent.object("metadata"),
            Same.tree(known, Decoding.NOTHING) ? known : known.object("metadata"));
    var pruned = definition.prune(sent, known);
    var unknown = new ArrayList<>(pruned.unknown());
    decoding.unknown().forEach(path -> unknown.add("metadata." + path));
    var isSame = Same.tree(metadata, known.members().get("metadata"));
    var object = pruned.object().with("metadata", isSame ? known.object("metadata") : metadata);
    return new Read(object, unknown.stream().sorted().toList());
  }

  @Override
  public Optional<Json.Obj> scale() {
    return definition.scale();
  }

  @Override
  public boolean hasStrategicMerge() {
    return false;
  }

  /// A status that is sent is dropped, and the one that is read is filled with defaults.
  @Override
  public Json.Obj prepareCreate(Json.Obj object, ClusterContext around) {
    var bare = definition.hasStatus() ? withoutStatus(object) : object;
    return bare.with("metadata", bare.object("metadata").with("generation", Json.of(1)));
  }

  private Json.Obj withoutStatus(Json.Obj object) {
    var bare = object.without("status");
    return definition
        .prune(bare, Json.EMPTY)
        .object()
        .find("status")
        .map(status -> bare.with("status", status))
        .orElse(bare);
  }

  /// The generation counts changes of everything but metadata and status.
  @Override
  public Json.Obj prepareUpdate(Change change) {
    var old = change.old();
    if (change.part().equals("status")) {
      var status = change.next().members().get("status");
      return status == null ? old.without("status") : old.with("status", status);
    }
    var next = definition.hasStatus() ? Parts.copied(change.next(), old, "status") : change.next();
    if (body(next).equals(body(old))) {
      return next;
    }
    var metadata = old.object("metadata");
    var generation =
        metadata.find("generation").orElse(Json.of(0)) instanceof Json.Num(var text)
            ? Long.parseLong(text)
            : 0;
    return next.with(
        "metadata", next.object("metadata").with("generation", Json.of(generation + 1)));
  }

  private static Json.Obj body(Json.Obj object) {
    return object.without("metadata").without("status").without("apiVersion");
  }

  @Override
  public List<Fault> checkCreate(Json.Obj object) {
    return definition.check(object, Optional.empty());
  }

  @Override
  public List<Fault> checkUpdate(Change change) {
    return definition.check(change.next(), Optional.of(change.old()));
  }
}
