package dev.ordinal.pull;

import dev.ordinal.model.JobView;
import dev.ordinal.model.Json;
import dev.ordinal.model.Names;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
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
  private final Sheet sheet;
  private final List<Puller> pullers;

  private PullPlanner(PullSnapshot seen) {
    var timeout = seen.job().spec().effort().timeout();
    this.seen = seen;
    this.job = seen.job();
    this.sheet = new Sheet(seen);
    this.pullers = seen.pullers().stream().map(pod -> Puller.of(pod, timeout, seen.now())).toList();
  }

  public static Plan<JobStatus> plan(PullSnapshot seen) {
    var planner = new PullPlanner(seen);
    return planner.sheet.finish(planner.decide());
  }

  private JobStatus decide() {
    if (job.meta().isTerminating()) {
      sheet.hold(job.name(), new Hold.Reason.SetTerminating());
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
      return invalid(new Hold(job.name(), new Hold.Reason.InvalidSpec(job.faults().getFirst())));
    }
    return new Rounds(seen, sheet, pullers).apply(deadlineHasPassed());
  }

  private JobStatus invalid(Hold hold) {
    var old = job.status();
    sheet.hold(hold.target(), hold.reason());
    sheet.notice(hold.reasonName(), hold.sentence());
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
    deadline.filter(at -> at.isAfter(seen.now())).ifPresent(sheet::wakeAt);
    return deadline.filter(at -> !at.isAfter(seen.now())).isPresent();
  }

  private Optional<Duration> deadline() {
    return job.spec().completion() instanceof Completion.Once(var deadline, _)
        ? deadline
        : Optional.empty();
  }

  /// No pod outlives the job; then the lock goes by which kruise-manager kept it.
  private void tidy() {
    pullers.forEach(puller -> sheet.delete(puller, Cause.PULL_UNWANTED));
    if (pullers.isEmpty() && job.meta().finalizers().contains(Names.JOB_LOCK)) {
      var others =
          job.meta().finalizers().stream()
              .filter(name -> !name.equals(Names.JOB_LOCK))
              .map(Json::of);
      var version = Json.of(Long.toString(job.meta().version()));
      var metadata =
          Json.of("resourceVersion", version).with("finalizers", Json.of(others.toList()));
      sheet.act(job.name(), new Action.UnlockJob(job.name(), Json.of("metadata", metadata)));
    }
  }

  private void expire() {
    if (job.spec().completion() instanceof Completion.Once(_, var ttl) && ttl.isPresent()) {
      var due = job.status().completionTime().orElseThrow().plus(ttl.get());
      if (due.isAfter(seen.now())) {
        sheet.wakeAt(due);
      } else if (pullers.isEmpty()) {
        sheet.act(job.name(), new Action.DeleteJob(job.name(), job.uid()));
      }
    }
  }
}
