package dev.ordinal.sim.law;

import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// A set that is being deleted, and is known to be, does nothing but report.
final class DeletedSetsRest implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var isWrite =
        move.call().verb() != Call.Verb.GET
            && move.call().verb() != Call.Verb.DRY_RUN
            && move.call().kind() != Kind.SET;
    return isWrite && move.seen().filter(set -> set.meta().isTerminating()).isPresent()
        ? Optional.of(move.call().name() + " is touched for a set that is being deleted")
        : Optional.empty();
  }
}
