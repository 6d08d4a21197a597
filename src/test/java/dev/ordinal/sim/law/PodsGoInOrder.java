package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.life.Health;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Scaling down takes away only what the spec does not want. With `OrderedReady` the highest goes
/// first, alone, and while all that stay are available. One that is not well itself goes only if
/// no other is unwell before it, unless that one, or itself, cannot be expected to get well.
final class PodsGoInOrder implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (Moves.cause(move).filter(Cause.SCALE_DOWN::equals).isEmpty()) {
      return Optional.empty();
    }
    var name = move.call().name();
    var set = move.seen().orElseThrow();
    var wanted = Truth.wanted(set.spec());
    var ordinal = Names.ordinal(set.name(), name);
    if (wanted.contains(ordinal)) {
      return Optional.of(name + " is wanted and taken away");
    }
    if (set.spec().podManagement() != PodManagement.ORDERED_READY || truth.isContested) {
      return Optional.empty();
    }
    var higher =
        truth.membersOf(set).stream()
            .map(pod -> Names.ordinal(set.name(), pod.name()))
            .filter(other -> other > ordinal && !wanted.contains(other))
            .findFirst();
    if (higher.isPresent()) {
      return Optional.of(name + " goes before " + set.name() + "-" + higher.get());
    }
    return halted(truth, move).or(() -> stays(truth, move));
  }

  private static Optional<String> stays(Truth truth, Move move) {
    var name = move.call().name();
    var set = move.seen().orElseThrow();
    return Truth.wanted(set.spec()).stream()
        .map(stays -> set.name() + "-" + stays)
        .filter(stays -> !truth.mayHaveBeenAvailable(stays, move))
        .map(stays -> name + " goes while " + stays + " is not available")
        .findFirst();
  }

  private static Optional<String> halted(Truth truth, Move move) {
    var name = move.call().name();
    var set = move.seen().orElseThrow();
    var isWell = truth.mayHaveBeenAvailable(name, move);
    if (isWell
        || Optional.ofNullable(truth.pods.get(name)).filter(PodsGoInOrder::mayGetWell).isEmpty()) {
      return Optional.empty();
    }
    var ordinal = Names.ordinal(set.name(), name);
    return truth.membersOf(set).stream()
        .filter(pod -> Names.ordinal(set.name(), pod.name()) < ordinal)
        .filter(pod -> mayGetWell(pod) && truth.isSurelyDown(pod.name(), move))
        .map(pod -> name + " goes unwell while " + pod.name() + " is unwell before it")
        .findFirst();
  }

  /// It has run, and nothing proves that it never will again.
  private static boolean mayGetWell(PodView pod) {
    return !pod.isTerminating()
        && pod.phase() == PodView.Phase.RUNNING
        && Health.broken(pod).isEmpty();
  }
}
