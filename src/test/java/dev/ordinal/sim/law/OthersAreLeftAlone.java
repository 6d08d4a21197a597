package dev.ordinal.sim.law;

import dev.ordinal.model.Meta;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// No pod and no revision that someone else controls is touched, and one that nobody controls only
/// to adopt it, or to let it go once more.
final class OthersAreLeftAlone implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var target = find(truth, move);
    if (target.isEmpty() || move.call().verb() == Call.Verb.CREATE || !isWrite(move)) {
      return Optional.empty();
    }
    var owner = target.get().meta().controller().map(Meta.Owner::uid);
    var isOurs = owner.filter(move.seen().orElseThrow().uid()::equals).isPresent();
    var isAdopted = owner.isEmpty() && isAdoption(move.action().orElseThrow());
    var isReleased = Moves.purpose(move).filter(Purpose.RELEASE::equals).isPresent();
    var isRace = truth.hasJustChangedHands(move.call().name(), move);
    return isOurs || isAdopted || isRace || (owner.isEmpty() && isReleased)
        ? Optional.empty()
        : Optional.of(move.call().name() + " is touched and belongs to " + owner.orElse("nobody"));
  }

  private static boolean isWrite(Move move) {
    return move.call().verb() != Call.Verb.GET && move.call().verb() != Call.Verb.DRY_RUN;
  }

  private static boolean isAdoption(Action action) {
    return switch (action) {
      case Action.PatchPod patch -> patch.purpose() == Purpose.ADOPT;
      case Action.PatchRevision patch -> patch.purpose() == Purpose.ADOPT;
      default -> false;
    };
  }

  private static Optional<? extends View> find(Truth truth, Move move) {
    if (move.call().kind() == Kind.POD) {
      return Optional.ofNullable(truth.pods.get(move.call().name()));
    }
    return move.call().kind() == Kind.REVISION
        ? Optional.ofNullable(truth.revisions.get(move.call().name()))
        : Optional.empty();
  }
}
