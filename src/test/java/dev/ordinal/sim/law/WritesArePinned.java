package dev.ordinal.sim.law;

import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.world.Move;
import java.util.EnumSet;
import java.util.Optional;

/// What is patched or deleted is what was seen: by its uid or its version, and by both when its
/// health condemned it. Nothing is killed without the grace that its owner gave it.
final class WritesArePinned implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    return switch (move.call().verb()) {
      case DELETE -> delete(move);
      case MERGE_PATCH, STRATEGIC_PATCH -> patch(move);
      case GET, CREATE, DRY_RUN -> Optional.empty();
    };
  }

  private static Optional<String> patch(Move move) {
    var metadata = move.call().body().object("metadata");
    return metadata.text("uid").isEmpty() && metadata.text("resourceVersion").isEmpty()
        ? Optional.of("the patch of " + move.call().name() + " names no uid")
        : Optional.empty();
  }

  private static Optional<String> delete(Move move) {
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
