package dev.ordinal.sim.kind;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Shape;
import java.time.temporal.ChronoUnit;

/// PersistentVolumes: protected while they are bound.
record PersistentVolumes(Native common) implements Strategy {
  private static final String PROTECTION = "kubernetes.io/pv-protection";

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    return common.read(sent, known);
  }

  @Override
  public Shape shape() {
    return common.shape();
  }

  @Override
  public Json.Obj prepareCreate(Json.Obj volume, ClusterContext around) {
    var now = around.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return Claims.protectedBy(PROTECTION, volume)
        .with(
            "status",
            Json.of("phase", Json.of("Pending")).with("lastPhaseTransitionTime", Json.of(now)));
  }

  @Override
  public Json.Obj prepareUpdate(Change change) {
    return common.prepareUpdate(change);
  }
}
