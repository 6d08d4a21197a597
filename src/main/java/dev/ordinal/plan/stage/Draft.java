package dev.ordinal.plan.stage;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Hold.Reason.PodTerminating;
import dev.ordinal.plan.Hold.Reason.RequestFailed;
import dev.ordinal.plan.Hold.Reason.TerminationStuck;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.inplace.Completion;
import dev.ordinal.plan.life.Health;
import dev.ordinal.plan.report.Urgency;
import dev.ordinal.plan.retry.FailedRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The plan as it grows from stage to stage. Lives for one call of `Planner.plan`.
final class Draft {
  private final Snapshot seen;
  private final TreeMap<String, ClaimView> claims = new TreeMap<>();
  private final TreeMap<String, PodView> terminating = new TreeMap<>();
  private final FailedRequests failed;
  private final List<Plan.Chain> chains = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private final TreeSet<Plan.Notice> notices = new TreeSet<>();
  private final TreeSet<String> moved = new TreeSet<>();
  private final TreeSet<String> held = new TreeSet<>();
  private final List<Hold> told = new ArrayList<>();
  private Optional<Hold> headline = Optional.empty();
  private Optional<Instant> wake = Optional.empty();
  private boolean isClosed;

  Draft(Snapshot seen) {
    this.seen = seen;
    this.failed = new FailedRequests(seen);
    seen.claims().forEach(claim -> claims.put(claim.name(), claim));
    seen.pods().stream()
        .filter(PodView::isTerminating)
        .forEach(pod -> terminating.put(pod.name(), pod));
  }

  Optional<ClaimView> findClaim(String name) {
    return Optional.ofNullable(claims.get(name));
  }

  Snapshot seen() {
    return seen;
  }

  SetView set() {
    return seen.set();
  }

  Instant now() {
    return seen.now();
  }

  /// Ready for long enough, not on its way somewhere, and all there of what it was last given.
  boolean isAvailable(PodView pod) {
    return pod.isAvailable(set().spec().minReady(), now()) && Completion.isComplete(pod);
  }

  /// The hold that says best why the set is not where it should be: what someone has to do
  /// something about, or else what names a cause, or else what was met first.
  Optional<Hold> headline() {
    return headline;
  }

  /// Whether pods come or go by this plan; tidying up after them does not count.
  boolean isMovingPods() {
    return !moved.isEmpty();
  }

  /// Whether this plan creates, changes or deletes the pod of this name.
  boolean isMoving(String pod) {
    return moved.contains(pod);
  }

  /// Whether this plan makes the request that failed once more.
  boolean isRetrying(Failure failure) {
    return chains.stream()
        .flatMap(chain -> chain.actions().stream())
        .filter(action -> action.target().equals(failure.target()))
        .anyMatch(action -> action.verb().equals(failure.verb()));
  }

  void act(Action... actions) {
    act(List.of(actions));
  }

  /// A chain with an action that failed a moment ago waits for its back-off.
  void act(List<Action> actions) {
    var last = actions.getLast();
    var failure = actions.stream().flatMap(action -> findFailure(action).stream()).findFirst();
    if (failure.isPresent()) {
      hold(last.target(), new RequestFailed(failure.get().message()));
      wakeAt(failure.get().retryAt());
    } else if (last instanceof Action.CreatePod && !failed.mayCreate(actions)) {
      hold(last.target(), new Hold.Reason.CreationsFail(FailedRequests.FAILURES_AT_ONCE));
      failed.nextCreation().ifPresent(this::wakeAt);
    } else {
      chains.add(new Plan.Chain(actions));
      actions.stream()
          .flatMap(action -> failed.find(action).stream())
          .findFirst()
          .ifPresent(again -> tell(new Hold(last.target(), new RequestFailed(again.message()))));
      if (isMove(last)) {
        moved.add(last.target());
      }
    }
  }

  private static boolean isMove(Action action) {
    return switch (action) {
      case Action.CreatePod _, Action.DeletePod _, Action.GrowClaim _ -> true;
      case Action.PatchPod(_, var purpose, _) -> isMove(purpose);
      case Action.PatchPodStatus(_, var purpose, _) -> isMove(purpose);
      default -> false;
    };
  }

  private static boolean isMove(Action.Purpose purpose) {
    return switch (purpose) {
      case BEGIN, UPDATE, PREPARE -> true;
      case ADOPT, RELEASE, IDENTITY, NUMBER, CLOSE_GATE, OPEN_GATE, SETTLE, AHEAD -> false;
    };
  }

  /// Does what the set can go on without: a failure is held, and does not make the set unready.
  void tidy(Action... actions) {
    var before = headline;
    act(actions);
    headline = before;
  }

  /// A hold that stands in nobody's way, and what to tell whoever can mend it.
  void remark(Hold hold) {
    holds.add(hold);
    told.add(hold);
    notice(hold.reasonName(), hold.sentence());
  }

  /// The recent failure for which this action still has to wait.
  Optional<Failure> findFailure(Action action) {
    return failed.findWaiting(action);
  }

  /// The last time that the API server refused this very action, if it has not succeeded since.
  Optional<Failure> findRefusal(Action action) {
    return failed.find(action).filter(Failure::isRefusal);
  }

  void hold(String target, Hold.Reason reason) {
    hold(new Hold(target, reason));
  }

  private void hold(Hold hold) {
    var known = hold.reason() instanceof PodTerminating ? explain(hold) : hold;
    holds.add(known);
    held.add(known.target());
    tell(known);
  }

  /// What users are told: holds, and requests that fail and are tried again by this very plan.
  private void tell(Hold hold) {
    told.add(hold);
    if (headline.filter(best -> Urgency.of(best) >= Urgency.of(hold)).isEmpty()) {
      headline = Optional.of(hold);
    }
  }

  /// A pod that should be gone for a while is kept by someone.
  private Hold explain(Hold hold) {
    var pod = Optional.ofNullable(terminating.get(hold.target()));
    var late = pod.flatMap(Health::terminationLateAt);
    if (late.isPresent() && late.get().isAfter(now())) {
      wakeAt(late.get());
      return hold;
    }
    return late.map(_ -> new Hold(hold.target(), new TerminationStuck(Health.keeper(pod.get()))))
        .orElse(hold);
  }

  List<Hold> told() {
    return told;
  }

  boolean isHeld(String target) {
    return held.contains(target);
  }

  /// A hold that someone has to do something about, and what to tell them.
  void alarm(Hold hold, String message) {
    hold(hold);
    notice(hold.reasonName(), message);
  }

  void notice(String reason, String message) {
    notices.add(new Plan.Notice(reason, message));
  }

  void wakeAt(Instant instant) {
    if (wake.isEmpty() || instant.isBefore(wake.get())) {
      wake = Optional.of(instant);
    }
  }

  /// No later stage may act; what has been decided stands.
  void close() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  Plan<SetStatus> finish(SetStatus status) {
    return new Plan<>(chains, holds, List.copyOf(notices), status, wake);
  }
}
