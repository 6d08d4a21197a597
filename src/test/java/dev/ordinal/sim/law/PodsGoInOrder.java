package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Scaling down takes away only what the spec does not want. With `OrderedReady` the highest goes
/// first, alone, and while all that stay are available.
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
        .findFirst();
  }
}
