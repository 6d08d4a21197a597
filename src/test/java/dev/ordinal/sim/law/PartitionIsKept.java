package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.InPlaceState;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// No pod below the partition is updated by the controller; what has begun before is finished.
final class PartitionIsKept implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!Moves.isUpdate(move)
        || !(move.seen().orElseThrow().spec().update() instanceof Rolling rolling)
        || rolling.unordered().isPresent()) {
      return Optional.empty();
    }
    var set = move.seen().orElseThrow();
    var rank = Truth.wanted(set.spec()).indexOf(Names.ordinal(set.name(), move.call().name()));
    return rank >= 0 && rank < rolling.partition() && !hasBegun(truth, move)
        ? Optional.of(move.call().name() + " is updated below the partition")
        : Optional.empty();
  }

  private static boolean hasBegun(Truth truth, Move move) {
    return Moves.purpose(move).filter(Purpose.UPDATE::equals).isPresent()
        && Optional.ofNullable(truth.pods.get(move.call().name()))
            .flatMap(PodView::inPlace)
            .filter(InPlaceState::isPending)
            .isPresent();
  }
}
