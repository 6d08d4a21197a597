package dev.ordinal.plan;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plan as it grows from stage to stage. Lives for one call of `Planner.plan`.
final class Draft {
  private final Snapshot seen;
  private final List<Plan.Chain> chains = new ArrayList<>();
  private final List<Hold> holds = new ArrayList<>();
  private Optional<Instant> wake = Optional.empty();
  private boolean isClosed;

  Draft(Snapshot seen) {
    this.seen = seen;
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

  boolean hasActions() {
    return !chains.isEmpty();
  }

  void act(Action... actions) {
    act(List.of(actions));
  }

  void act(List<Action> actions) {
    chains.add(new Plan.Chain(actions));
  }

  void hold(String target, Hold.Reason reason) {
    holds.add(new Hold(target, reason));
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
    return new Plan(chains, holds, status, wake);
  }
}
