package dev.ordinal.plan;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The plan as it grows from stage to stage. Lives for one call of `Planner.plan`.
final class Draft {
  /// When as many requests fail, a thousand more would fail too, and only load the API server.
  static final int FAILURES_AT_ONCE = 5;

  private final Snapshot seen;
  private final TreeMap<String, ClaimView> claims = new TreeMap<>();
  private final List<Plan.Chain> chains = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private final List<Plan.Notice> notices = new ArrayList<>();
  private Optional<Instant> wake = Optional.empty();
  private boolean isClosed;

  Draft(Snapshot seen) {
    this.seen = seen;
    seen.claims().forEach(claim -> claims.put(claim.name(), claim));
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

  List<Hold> holds() {
    return holds;
  }

  /// Whether pods come or go by this plan; tidying up after them does not count.
  boolean isMovingPods() {
    return chains.stream()
        .flatMap(chain -> chain.actions().stream())
        .anyMatch(
            action -> action instanceof Action.CreatePod || action instanceof Action.DeletePod);
  }

  void act(Action... actions) {
    act(List.of(actions));
  }

  /// A chain with an action that failed a moment ago waits for its back-off.
  void act(List<Action> actions) {
    var target = actions.getLast().target();
    var failure = actions.stream().flatMap(action -> failing(action).stream()).findFirst();
    if (failure.isPresent()) {
      hold(target, new Hold.Reason.RequestFailed(failure.get().message()));
      wakeAt(failure.get().retryAt());
    } else if (actions.getLast() instanceof Action.CreatePod && hasTooManyFailures()) {
      hold(target, new Hold.Reason.CreationsFail(FAILURES_AT_ONCE));
    } else {
      chains.add(new Plan.Chain(actions));
    }
  }

  private Optional<Failure> failing(Action action) {
    return seen.recall().failures().stream()
        .filter(failure -> failure.target().equals(action.target()))
        .filter(failure -> failure.retryAt().isAfter(now()))
        .findFirst();
  }

  private boolean hasTooManyFailures() {
    return seen.recall().failures().stream()
            .filter(failure -> failure.retryAt().isAfter(now()))
            .count()
        >= FAILURES_AT_ONCE;
  }

  void hold(String target, Hold.Reason reason) {
    holds.add(new Hold(target, reason));
  }

  /// A hold that someone has to do something about.
  void alarm(String target, Hold.Reason reason) {
    hold(target, reason);
    var hold = holds.getLast();
    notice(hold.reasonName(), hold.sentence());
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

  Plan finish(SetStatus status) {
    return new Plan(chains, holds, notices, status, wake);
  }
}
