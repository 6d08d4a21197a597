package dev.ordinal.plan.build;

import dev.ordinal.model.common.Report;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.retry.FailedRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// A plan as it grows. Lives for one call of a planner.
public final class PlanBuilder {
  private final FailedRequests failed;
  private final List<Plan.Chain> chains = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private final TreeSet<Plan.Notice> notices = new TreeSet<>();
  private final TreeSet<String> moved = new TreeSet<>();
  private final TreeSet<String> held = new TreeSet<>();
  private final List<Entry> told = new ArrayList<>();
  private Optional<Instant> wake = Optional.empty();
  private boolean hasProbed;

  /// What users are told: a hold, or a request that failed and is made again by this very plan. The
  /// set can go on in spite of an aside.
  private record Entry(Hold hold, boolean isAside) {}

  public PlanBuilder(FailedRequests failed) {
    this.failed = failed;
  }

  /// Does one after the other what the set needs.
  public void act(Action... actions) {
    act(List.of(actions));
  }

  public void act(List<Action> actions) {
    add(actions.getLast().target(), actions, false);
  }

  /// The same where users know the chain by another name than that of its last target.
  public void actFor(String target, Action... actions) {
    add(target, List.of(actions), false);
  }

  /// Does what the set can go on without: a failure is held, and does not make the set unready.
  public void tidy(Action... actions) {
    tidy(List.of(actions));
  }

  /// The same for a chain that may be empty.
  public void tidy(List<Action> actions) {
    if (!actions.isEmpty()) {
      add(actions.getLast().target(), actions, true);
    }
  }

  /// A chain with an action that failed a moment ago waits for its back-off.
  private void add(String target, List<Action> actions, boolean isAside) {
    var last = actions.getLast();
    var failure = actions.stream().flatMap(action -> findFailure(action).stream()).findFirst();
    if (failure.isPresent()) {
      hold(new Hold(target, new HoldReason.RequestFailed(failure.get().message())), isAside);
      wakeAt(failure.get().retryAt());
    } else if (last instanceof Action.CreatePod && !failed.mayCreate(actions) && !probe()) {
      hold(
          new Hold(target, new HoldReason.CreationsFail(FailedRequests.FAILURES_AT_ONCE)), isAside);
      failed.nextCreation().ifPresent(this::wakeAt);
    } else {
      chains.add(new Plan.Chain(actions));
      actions.stream()
          .flatMap(action -> failed.find(action).stream())
          .findFirst()
          .map(again -> new Hold(target, new HoldReason.RequestFailed(again.message())))
          .ifPresent(again -> told.add(new Entry(again, isAside)));
      if (last.isMove()) {
        moved.add(last.target());
      }
    }
  }

  /// One plan tries one creation more than those that fail.
  private boolean probe() {
    var isFirst = !hasProbed && failed.mayProbe();
    hasProbed |= isFirst;
    return isFirst;
  }

  public void hold(String target, HoldReason reason) {
    hold(new Hold(target, reason), false);
  }

  private void hold(Hold hold, boolean isAside) {
    holds.add(hold);
    held.add(hold.target());
    told.add(new Entry(hold, isAside));
  }

  /// A hold that needs action by a user, and the event that says so.
  public void alarm(Hold hold, String message) {
    hold(hold, false);
    notice(hold.reasonName(), message);
  }

  /// A hold that keeps nothing from going on, and the event that says so.
  public void remark(Hold hold) {
    holds.add(hold);
    told.add(new Entry(hold, true));
    notice(hold.reasonName(), hold.sentence());
  }

  public void notice(String reason, String message) {
    notices.add(new Plan.Notice(reason, message));
  }

  public void wakeAt(Instant instant) {
    if (wake.isEmpty() || instant.isBefore(wake.get())) {
      wake = Optional.of(instant);
    }
  }

  /// The hold that says best why the set is not where it should be: the first of the most severe.
  public Optional<Hold> headline() {
    return told.stream()
        .filter(entry -> !entry.isAside())
        .map(Entry::hold)
        .max(Comparator.comparing(Hold::severity));
  }

  /// The same by an order in which the cause comes first.
  public Optional<Hold> headline(Comparator<Hold> order) {
    return told.stream().filter(entry -> !entry.isAside()).map(Entry::hold).min(order);
  }

  public List<Hold> told() {
    return told.stream().map(Entry::hold).toList();
  }

  public boolean isHeld(String target) {
    return held.contains(target);
  }

  /// Whether pods come or go by this plan; tidying up after them does not count.
  public boolean isMovingPods() {
    return !moved.isEmpty();
  }

  /// Whether this plan creates, changes or deletes the pod of this name.
  public boolean isMoving(String pod) {
    return moved.contains(pod);
  }

  /// Whether this plan makes the request that failed once more.
  public boolean isRetrying(Failure failure) {
    return chains.stream()
        .flatMap(chain -> chain.actions().stream())
        .filter(action -> action.target().equals(failure.target()))
        .anyMatch(action -> action.verb().equals(failure.verb()));
  }

  /// The recent failure for which this action still has to wait.
  public Optional<Failure> findFailure(Action action) {
    return failed.findWaiting(action);
  }

  /// The last time that the API server refused this very action, if it has not succeeded since.
  public Optional<Failure> findRefusal(Action action) {
    return failed.find(action).filter(Failure::isRefusal);
  }

  public <S extends Report> Plan<S> build(S status) {
    return new Plan<>(chains, holds, List.copyOf(notices), status, wake);
  }
}
