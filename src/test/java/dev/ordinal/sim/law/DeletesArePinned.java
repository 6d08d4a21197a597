package dev.ordinal.sim.law;

import dev.ordinal.plan.Action.Cause;
import dev.ordinal.run.ask.Call;
import dev.ordinal.sim.world.Move;
import java.util.EnumSet;
import java.util.Optional;

/// What is deleted is what was seen: by its uid, and by its version too when its health condemned
/// it. Nothing is killed without the grace that its owner gave it.
final class DeletesArePinned implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (move.call().verb() != Call.Verb.DELETE) {
      return Optional.empty();
    }
    var preconditions = move.call().body().object("preconditions");
    var isForHealth =
        Moves.cause(move).filter(EnumSet.of(Cause.FINISHED, Cause.STUCK)::contains).isPresent();
    if (move.call().body().find("gracePeriodSeconds").isPresent()) {
      return Optional.of(move.call().name() + " gets another grace period than its own");
    }
    if (preconditions.text("uid").isEmpty()) {
      return Optional.of("the delete of " + move.call().name() + " names no uid");
    }
    return isForHealth && preconditions.text("resourceVersion").isEmpty()
        ? Optional.of("the delete of " + move.call().name() + " names no version")
        : Optional.empty();
  }
}
