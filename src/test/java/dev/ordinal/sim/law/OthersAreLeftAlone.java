package dev.ordinal.sim.law;

import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.View;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Purpose;
import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// No pod and no revision that someone else controls is touched, one that nobody controls only to
/// adopt it, and a pod that the selector does not match only to let it go, perhaps once more.
final class OthersAreLeftAlone implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var target = find(truth, move);
    if (target.isEmpty() || move.call().verb() == Call.Verb.CREATE || !isWrite(move)) {
      return Optional.empty();
    }
    var owner = target.get().meta().controller().map(Meta.Owner::uid);
    var isOwned = owner.filter(move.seen().orElseThrow().uid()::equals).isPresent();
    var isOurs = isOwned && matches(move, target.get());
    var isAdopted = owner.isEmpty() && isAdoption(move.action().orElseThrow());
    var isReleased = Moves.purpose(move).filter(Purpose.RELEASE::equals).isPresent();
    var isRace = truth.hasJustChangedHands(move.call().name(), move);
    if (isOurs || isAdopted || isRace || ((owner.isEmpty() || isOwned) && isReleased)) {
      return Optional.empty();
    }
    return Optional.of(
        isOwned
            ? move.call().name() + " is touched and does not match"
            : move.call().name() + " is touched and belongs to " + owner.orElse("nobody"));
  }

  private static boolean matches(Move move, View target) {
    return !(target instanceof PodView pod)
        || move.seen().orElseThrow().spec().selector().matches(pod.meta().labels());
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
