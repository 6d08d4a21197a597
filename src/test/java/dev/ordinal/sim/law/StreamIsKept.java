package dev.ordinal.sim.law;

import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// With `scaleStrategy.maxUnavailable` never more pods than that are on their way up.
final class StreamIsKept implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create)
        || truth.isContested
        || move.seen().orElseThrow().spec().podManagement() != PodManagement.PARALLEL
        || move.seen().get().spec().scaleMaxUnavailable().isEmpty()) {
      return Optional.empty();
    }
    var set = move.seen().get();
    var allowed = set.spec().scaleMaxUnavailable().get().of(set.spec().replicas());
    var coming =
        truth.membersOf(set).stream()
            .filter(pod -> Moves.isInRange(set, pod) && !pod.isTerminating())
            .filter(pod -> !truth.mayHaveBeenAvailable(pod.name(), move))
            .count();
    return coming + 1 > allowed
        ? Optional.of("%s is on its way up with %d others".formatted(create.target(), coming))
        : Optional.empty();
  }
}
