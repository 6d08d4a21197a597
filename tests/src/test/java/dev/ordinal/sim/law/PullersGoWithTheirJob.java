package dev.ordinal.sim.law;

import dev.ordinal.model.JobView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.time.Instant;
import java.util.Optional;

/// A pod that pulls belongs to a job that exists, is not done and not past its deadline: no such
/// pod outlives its job.
final class PullersGoWithTheirJob implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePuller create)
        || history.isContested) {
      return Optional.empty();
    }
    var seen = sent.job().orElseThrow();
    var owners = create.body().object("metadata").items("ownerReferences");
    if (owners.size() != 1 || !((Json.Obj) owners.getFirst()).text("uid").equals(seen.uid())) {
      return Optional.of(create.target() + " is not owned by " + seen.name());
    }
    var job = Optional.ofNullable(history.jobs.get(seen.name()));
    if (job.isEmpty()) {
      return history.hasJustGone(seen.name(), sent)
          ? Optional.empty()
          : Optional.of(create.target() + " is created though " + seen.name() + " is gone");
    }
    if (job.get().status().completionTime().filter(end -> hasPassed(end, sent)).isPresent()) {
      return Optional.of(create.target() + " is created though " + seen.name() + " is done");
    }
    return deadline(seen).filter(end -> hasPassed(end, sent)).isPresent()
        ? Optional.of(
            create.target() + " is created though " + seen.name() + " is past its deadline")
        : Optional.empty();
  }

  private static Optional<Instant> deadline(JobView job) {
    return job.spec().completion() instanceof Completion.Once(var deadline, _)
        ? deadline.flatMap(span -> job.status().startTime().map(start -> start.plus(span)))
        : Optional.empty();
  }

  private static boolean hasPassed(Instant end, RequestRecord sent) {
    return end.plusSeconds(1).isBefore(sent.asOf().minus(sent.skew().abs()));
  }
}
