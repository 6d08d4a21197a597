package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Never more than `maxUnavailable` pods are down by the controller's hand.
final class BudgetIsKept implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var target = truth.pods.get(move.call().name());
    if (!Moves.isDisruption(move) || target == null || truth.isContested) {
      return Optional.empty();
    }
    // What has not been ready for long enough is down already.
    return truth.isSurelyAvailable(target.name(), move)
        ? count(truth, move, target)
        : Optional.empty();
  }

  private static Optional<String> count(Truth truth, Move move, PodView target) {
    var set = move.seen().orElseThrow();
    var wanted =
        Truth.wanted(set.spec()).stream().map(ordinal -> set.name() + "-" + ordinal).toList();
    var allowed =
        set.spec().update() instanceof Rolling rolling
            ? Math.max(1, rolling.maxUnavailable().of(set.spec().replicas()))
            : 1;
    var down =
        truth.downByUs.stream()
            .filter(wanted::contains)
            .filter(name -> !name.equals(target.name()))
            .count();
    return down + 1 > allowed && wanted.contains(target.name())
        ? Optional.of(
            "%s goes down, the number %d with %s, where %d may"
                .formatted(target.name(), down + 1, truth.downByUs, allowed))
        : Optional.empty();
  }
}
