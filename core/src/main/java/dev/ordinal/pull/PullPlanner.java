package dev.ordinal.pull;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.build.PlanBuilder;
import dev.ordinal.plan.retry.FailedRequests;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Decides what a job that pulls an image needs next: pulls while it runs, tidies up when it is
/// over, and at last removes it.
///
/// `nodes=a,b,c parallelism=2` → `create job-…-0 a`, `create job-…-0 b`, `hold c SlotTaken`
public final class PullPlanner {
  private final PullSnapshot seen;
  private final JobView job;
  private final PlanBuilder plan;
  private final List<Puller> pullers;

  private PullPlanner(PullSnapshot seen) {
    var timeout = seen.job().spec().effort().timeout();
    this.seen = seen;
    this.job = seen.job();
    var present = seen.pullers().stream().map(PodView::name);
    this.plan =
        new PlanBuilder(new FailedRequests(seen.findings().failures(), present, seen.now()));
    this.pullers = seen.pullers().stream().map(pod -> Puller.of(pod, timeout, seen.now())).toList();
  }

  public static Plan<JobStatus> plan(PullSnapshot seen) {
    var planner = new PullPlanner(seen);
    return planner.plan.build(planner.decide());
  }

  private JobStatus decide() {
    if (job.meta().isTerminating()) {
      plan.hold(job.name(), new HoldReason.SetTerminating());
      tidy();
      return job.status();
    }
    if (job.status().isCompleted()) {
      tidy();
      expire();
      return job.status();
    }
    if (!job.faults().isEmpty()) {
      tidy();
      return invalid(
          new Hold(
              job.name(),
              new HoldReason.InvalidSpec("nothing is changed: " + job.faults().getFirst())));
    }
    return new Rounds(seen, plan, pullers).apply(deadlineHasPassed());
  }

  private JobStatus invalid(Hold hold) {
    var old = job.status();
    plan.alarm(hold, hold.sentence());
    return new JobStatus(
        old.startTime(),
        old.completionTime(),
        old.desired(),
        0,
        hold.sentence(),
        old.succeededNodes(),
        old.failedNodes());
  }

  private boolean deadlineHasPassed() {
    var start = job.status().startTime().orElse(seen.now().truncatedTo(ChronoUnit.SECONDS));
    var deadline = deadline().map(start::plus);
    deadline.filter(at -> at.isAfter(seen.now())).ifPresent(plan::wakeAt);
    return deadline.filter(at -> !at.isAfter(seen.now())).isPresent();
  }

  private Optional<Duration> deadline() {
    return job.spec().completion() instanceof Completion.Once(var deadline, _)
        ? deadline
        : Optional.empty();
  }

  /// No pod outlives the job; then the lock goes by which kruise-manager kept it.
  private void tidy() {
    pullers.forEach(puller -> puller.delete(plan, Cause.PULL_UNWANTED));
    if (pullers.isEmpty() && job.meta().finalizers().contains(Names.JOB_LOCK)) {
      var others =
          job.meta().finalizers().stream()
              .filter(name -> !name.equals(Names.JOB_LOCK))
              .map(Json::of);
      var version = Json.of(Long.toString(job.meta().version()));
      var metadata =
          Json.of("resourceVersion", version).with("finalizers", Json.of(others.toList()));
      plan.actFor(job.name(), new Action.UnlockJob(job.name(), Json.of("metadata", metadata)));
    }
  }

  private void expire() {
    if (job.spec().completion() instanceof Completion.Once(_, var ttl) && ttl.isPresent()) {
      var due = job.status().completionTime().orElseThrow().plus(ttl.get());
      if (due.isAfter(seen.now())) {
        plan.wakeAt(due);
      } else if (pullers.isEmpty()) {
        plan.actFor(job.name(), new Action.DeleteJob(job.name(), job.uid()));
      }
    }
  }
}
