package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Shape;
import java.util.List;

/// Namespaces are removed when they are empty: their finalizer is in the spec.
record Namespaces(Native common) implements Strategy {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    var read = common.read(sent, known);
    var metadata = read.object().object("metadata");
    var name = metadata.text("name");
    var labels = metadata.object("labels");
    if (name.isEmpty() || labels.text(NAME_LABEL).equals(name)) {
      return read;
    }
    var labelled = metadata.with("labels", labels.with(NAME_LABEL, Json.of(name)));
    return new Read(read.object().with("metadata", labelled), read.unknown());
  }

  @Override
  public Shape shape() {
    return common.shape();
  }

  @Override
  public Json.Obj prepareCreate(Json.Obj namespace, ClusterContext around) {
    return namespace
        .with("spec", Json.of("finalizers", Json.of(List.of(Json.of("kubernetes")))))
        .with("status", Json.of("phase", Json.of("Active")));
  }

  @Override
  public Json.Obj prepareUpdate(Change change) {
    return change.part().equals("finalize")
        ? Parts.copied(change.next(), change.old(), "status")
        : Parts.copied(Parts.separated(change), change.old(), "spec");
  }

  @Override
  public Names names() {
    return Names.LABEL;
  }
}
