package dev.ordinal.pull;

import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The plan for a job as it grows. Lives for one call of `PullPlanner.plan`.
final class Sheet {
  private final TreeMap<String, Failure> failing = new TreeMap<>();
  private final List<Plan.Chain> chains = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private final List<Plan.Notice> notices = new ArrayList<>();
  private Optional<Instant> wake = Optional.empty();

  Sheet(PullSnapshot seen) {
    seen.findings().failures().stream()
        .filter(failure -> failure.retryAt().isAfter(seen.now()))
        .forEach(failure -> failing.put(failure.verb() + " " + failure.target(), failure));
  }

  /// A chain with an action that failed a moment ago waits for its back-off.
  void act(String about, Action... actions) {
    for (var action : actions) {
      var failure = failing.get(action.verb() + " " + action.target());
      if (failure != null) {
        hold(about, new Hold.Reason.RequestFailed(failure.message()));
        wakeAt(failure.retryAt());
        return;
      }
    }
    chains.add(new Plan.Chain(List.of(actions)));
  }

  void delete(Puller puller, Action.Cause cause) {
    if (!puller.pod().isTerminating()) {
      act(puller.node(), deletion(puller, cause));
    }
  }

  static Action deletion(Puller puller, Action.Cause cause) {
    var pod = puller.pod();
    return new Action.DeletePod(pod.name(), pod.uid(), OptionalLong.empty(), cause);
  }

  void hold(String target, Hold.Reason reason) {
    holds.add(new Hold(target, reason));
  }

  void notice(String reason, String message) {
    notices.add(new Plan.Notice(reason, message));
  }

  void wakeAt(Instant instant) {
    if (wake.isEmpty() || instant.isBefore(wake.get())) {
      wake = Optional.of(instant);
    }
  }

  /// What says best why the job is not done: anything but that a pull takes its time.
  Optional<Hold> headline() {
    return holds.stream()
        .filter(hold -> !(hold.reason() instanceof Hold.Reason.ImagePulling))
        .findFirst();
  }

  Plan<JobStatus> finish(JobStatus status) {
    return new Plan<>(chains, holds, notices, status, wake);
  }
}
