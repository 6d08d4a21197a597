package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Scaling down takes away only what the spec does not want. With `OrderedReady` the highest goes
/// first, alone, and while all that stay are available. If it is not available itself, it waits for
/// lower ones that have fallen ill and may recover.
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
    return wanted.stream()
        .map(stays -> set.name() + "-" + stays)
        .filter(stays -> !truth.mayHaveBeenAvailable(stays, move))
        .map(stays -> name + " goes while " + stays + " is not available")
        .findFirst()
        .or(() -> passedOver(truth, move));
  }

  private static Optional<String> passedOver(Truth truth, Move move) {
    var set = move.seen().orElseThrow();
    var name = move.call().name();
    return truth.membersOf(set).stream()
        .filter(_ -> !truth.mayHaveBeenAvailable(name, move))
        .filter(pod -> Names.ordinal(set.name(), pod.name()) < Names.ordinal(set.name(), name))
        .filter(pod -> mayRecover(pod) && truth.hasSurelyFallenIll(pod, move))
        .map(pod -> name + " goes before " + pod.name() + " has recovered")
        .findFirst();
  }

  /// It runs, and no container of it has ever ended.
  private static boolean mayRecover(PodView pod) {
    return pod.phase() == PodView.Phase.RUNNING
        && !pod.isTerminating()
        && pod.isNormal()
        && pod.containers().stream()
            .allMatch(each -> each.restarts() == 0 && each.waiting().isEmpty());
  }
}
