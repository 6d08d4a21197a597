package dev.ordinal.sim.law;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Json;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.time.Instant;
import java.util.Optional;

/// A pod that pulls belongs to a job that is there, not done and not late: no such pod outlives its
/// job.
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
    if (job.get().status().completionTime().filter(end -> hasPassed(end, move)).isPresent()) {
      return Optional.of(create.target() + " comes though " + seen.name() + " is done");
    }
    return deadline(seen).filter(end -> hasPassed(end, move)).isPresent()
        ? Optional.of(create.target() + " comes though " + seen.name() + " is late")
        : Optional.empty();
  }

  private static Optional<Instant> deadline(JobView job) {
    return job.spec().completion() instanceof Completion.Once(var deadline, _)
        ? deadline.flatMap(span -> job.status().startTime().map(start -> start.plus(span)))
        : Optional.empty();
  }

  private static boolean hasPassed(Instant end, Move move) {
    return end.plusSeconds(1).isBefore(move.asOf().minus(move.skew().abs()));
  }
}
