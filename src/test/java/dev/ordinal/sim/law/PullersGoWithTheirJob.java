package dev.ordinal.sim.law;

import dev.ordinal.model.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// A pod that pulls belongs to a job that is there and not done: no such pod outlives its job.
final class PullersGoWithTheirJob implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create) || truth.isContested) {
      return Optional.empty();
    }
    var seen = move.job().orElseThrow();
    var owners = create.body().object("metadata").items("ownerReferences");
    if (owners.size() != 1 || !((Json.Obj) owners.getFirst()).text("uid").equals(seen.uid())) {
      return Optional.of(create.target() + " is not owned by " + seen.name());
    }
    var job = Optional.ofNullable(truth.jobs.get(seen.name()));
    if (job.isEmpty()) {
      return truth.hasJustGone(seen.name(), move)
          ? Optional.empty()
          : Optional.of(create.target() + " comes though " + seen.name() + " is gone");
    }
    var end = job.get().status().completionTime();
    return end.filter(at -> at.plusSeconds(1).isBefore(move.asOf().minus(move.skew().abs())))
            .isEmpty()
        ? Optional.empty()
        : Optional.of(create.target() + " comes though " + seen.name() + " is done");
  }
}
