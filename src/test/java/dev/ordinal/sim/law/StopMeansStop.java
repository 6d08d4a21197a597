package dev.ordinal.sim.law;

import dev.ordinal.model.UpdateStrategy.OnDelete;
import dev.ordinal.model.UpdateStrategy.PodUpdate;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.life.Stage;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Paused sets and those of `OnDelete` begin no update, and `InPlaceOnly` deletes no pod for one.
final class StopMeansStop implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var update = move.seen().map(set -> set.spec().update()).orElse(null);
    var isDelete = Moves.cause(move).filter(Cause.UPDATE::equals).isPresent();
    var isClose = Moves.purpose(move).filter(Purpose.CLOSE_GATE::equals).isPresent();
    var isStopped =
        update instanceof OnDelete || (update instanceof Rolling rolling && rolling.isPaused());
    var isOnlyInPlace =
        update instanceof Rolling rolling && rolling.podUpdate() == PodUpdate.IN_PLACE_ONLY;
    // What a hook was asked for before is gone through with.
    var isBegun =
        Optional.ofNullable(truth.pods.get(move.call().name()))
            .filter(pod -> Stage.of(pod).isBegun())
            .isPresent();
    return (isStopped && !isBegun && (isDelete || isClose)) || (isOnlyInPlace && isDelete)
        ? Optional.of(move.call().name() + " is updated, which the spec does not allow")
        : Optional.empty();
  }
}
