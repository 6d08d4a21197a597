package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// With `OrderedReady` a pod is created when all those below it are available.
final class PodsComeInOrder implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create)
        || move.seen().orElseThrow().spec().podManagement() != PodManagement.ORDERED_READY) {
      return Optional.empty();
    }
    var set = move.seen().orElseThrow();
    var ordinal = Names.ordinal(set.name(), create.target());
    return Truth.wanted(set.spec()).stream()
        .filter(lower -> lower < ordinal)
        .map(lower -> set.name() + "-" + lower)
        .filter(lower -> !truth.mayHaveBeenAvailable(lower, move))
        .map(lower -> create.target() + " comes while " + lower + " is not available")
        .findFirst();
  }
}
