package dev.ordinal.pull;

import static java.util.Comparator.comparingInt;

import dev.ordinal.model.JobView;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Severity;
import dev.ordinal.plan.build.PlanBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/// The pulls of a job that runs: at most so many nodes at a time, each with so many attempts. What
/// became of a node stands in the status before its pod goes: nothing else remembers it.
final class Rounds {
  private final PullSnapshot seen;
  private final JobView job;
  private final PlanBuilder plan;
  private final List<Puller> pullers;
  private final TreeMap<String, Puller> newest = new TreeMap<>();
  private final TreeSet<String> succeeded;
  private final TreeSet<String> failed;
  private int active;

  Rounds(PullSnapshot seen, PlanBuilder plan, List<Puller> pullers) {
    this.seen = seen;
    this.job = seen.job();
    this.plan = plan;
    this.pullers = pullers;
    this.succeeded = new TreeSet<>(job.status().succeededNodes());
    this.failed = new TreeSet<>(job.status().failedNodes());
    for (var puller : pullers) {
      newest.merge(puller.node(), puller, BinaryOperator.maxBy(comparingInt(Puller::attempt)));
    }
  }

  JobStatus apply(boolean isOverdue) {
    var targets = Targets.of(seen);
    if (isOverdue) {
      pullers.forEach(puller -> puller.delete(plan, Cause.PULL_UNWANTED));
      var desired = targets.map(this::desired).orElse(job.status().desired());
      return status(desired, true, "the deadline has passed: " + count(desired));
    }
    if (targets.isEmpty()) {
      plan.hold(job.name(), new HoldReason.NodesUnread());
      return status(job.status().desired(), false, plan.headline().orElseThrow().sentence());
    }
    pull(targets.get());
    return report(targets.get());
  }

  private void pull(Targets targets) {
    var open = targets.nodes().stream().filter(node -> !isDone(node)).toList();
    clear(new TreeSet<>(open));
    open.stream().flatMap(node -> find(node).stream()).forEach(this::follow);
    var allowed = job.spec().parallelism().map(limit -> limit.of(desired(targets))).orElse(0);
    var used = busy();
    for (var node : open) {
      if (find(node).isEmpty()) {
        if (used < allowed) {
          plan.actFor(node, creation(node, 0));
          used++;
        } else {
          plan.hold(node, new HoldReason.SlotTaken(allowed));
        }
      }
    }
  }

  /// How many nodes may be pulling: a pod that was given up still does, until it is gone.
  private int busy() {
    return (int)
        pullers.stream()
            .filter(puller -> puller.stage() != Puller.Stage.PULLED && !puller.pod().isTerminal())
            .map(Puller::node)
            .distinct()
            .count();
  }

  private Optional<Puller> find(String node) {
    return Optional.ofNullable(newest.get(node));
  }

  private boolean isDone(String node) {
    return succeeded.contains(node) || failed.contains(node);
  }

  /// Pods whose end is noted, that another attempt has replaced, or that the job does not ask for.
  private void clear(Set<String> open) {
    for (var puller : pullers) {
      if (isDone(puller.node())) {
        puller.delete(plan, Cause.PULL_NOTED);
      } else if (!open.contains(puller.node())) {
        puller.delete(plan, Cause.PULL_UNWANTED);
      } else if (!puller.equals(newest.get(puller.node()))) {
        puller.delete(plan, Cause.PULL_AGAIN);
      }
    }
  }

  private void follow(Puller puller) {
    switch (puller.stage()) {
      case PULLED -> succeeded.add(puller.node());
      case PULLING -> {
        wait(puller);
        plan.wakeAt(puller.timeoutAt(job.spec().effort().timeout()));
      }
      case FAILED -> {
        if (puller.attempt() < job.spec().effort().backoffLimit()) {
          again(puller);
        } else {
          giveUp(puller);
        }
      }
    }
  }

  private void wait(Puller puller) {
    active++;
    plan.hold(puller.node(), new HoldReason.ImagePulling(puller.attempt() + 1, puller.words()));
  }

  /// The next pod comes before the last one goes: its name carries the number of attempts.
  private void again(Puller puller) {
    if (job.spec().parallelism().isEmpty()) {
      active++;
      plan.hold(puller.node(), new HoldReason.SlotTaken(0));
    } else if (puller.nextAt().isAfter(seen.now())) {
      wait(puller);
      plan.wakeAt(puller.nextAt());
    } else {
      active++;
      plan.actFor(
          puller.node(),
          creation(puller.node(), puller.attempt() + 1),
          puller.deletion(Cause.PULL_AGAIN));
    }
  }

  private void giveUp(Puller puller) {
    failed.add(puller.node());
    plan.notice(
        "FailedPullImage",
        "%s cannot be pulled on %s: %s"
            .formatted(job.spec().image(), puller.node(), puller.words()));
  }

  private Action creation(String node, int attempt) {
    return new Action.CreatePuller(
        PullerBody.name(job, node, attempt), node, PullerBody.of(job, node, attempt));
  }

  /// A node that is done counts even when the job no longer asks for it: progress never goes back.
  private int desired(Targets targets) {
    var all = new TreeSet<>(targets.nodes());
    all.addAll(succeeded);
    all.addAll(failed);
    return all.size();
  }

  private JobStatus report(Targets targets) {
    var desired = desired(targets);
    var isOver =
        job.spec().completion() instanceof Completion.Once
            && targets.nodes().stream().allMatch(this::isDone);
    var words = new StringBuilder(isOver ? "done: " : "").append(count(desired));
    if (targets.silent() > 0) {
      words.append(", %d left out that are not ready".formatted(targets.silent()));
    }
    // That a pull takes its time needs no words, and what is done waits for nothing.
    plan.headline()
        .filter(hold -> !isOver && hold.severity() != Severity.CONSEQUENCE)
        .ifPresent(hold -> words.append("; ").append(hold.sentence()));
    return status(desired, isOver, words.toString());
  }

  private String count(int desired) {
    var words = "%d of %d nodes have the image".formatted(succeeded.size(), desired);
    return failed.isEmpty() ? words : words + ", %d failed".formatted(failed.size());
  }

  private JobStatus status(int desired, boolean isOver, String message) {
    var now = seen.now().truncatedTo(ChronoUnit.SECONDS);
    return new JobStatus(
        job.status().startTime().or(() -> Optional.of(now)),
        isOver ? Optional.of(now) : Optional.<Instant>empty(),
        desired,
        isOver ? 0 : active,
        message,
        List.copyOf(succeeded),
        List.copyOf(failed));
  }
}
