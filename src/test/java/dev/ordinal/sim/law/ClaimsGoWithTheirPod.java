package dev.ordinal.sim.law;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// Where claims are to go when the set shrinks, they belong to their pod before it goes: afterwards
/// nobody would remove them.
final class ClaimsGoWithTheirPod implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    var set = move.seen();
    if (!(move.action().orElse(null) instanceof Action.DeletePod(var pod, var uid, _, var cause))
        || cause != Cause.SCALE_DOWN
        || truth.isContested
        || !set.orElseThrow().spec().retention().deletesWhenScaled()) {
      return Optional.empty();
    }
    return set.get().spec().claimTemplates().stream()
        .flatMap(
            template -> Optional.ofNullable(truth.claims.get(template.name() + "-" + pod)).stream())
        .filter(claim -> !isExcused(claim, move))
        .filter(claim -> claim.meta().owners().stream().map(Meta.Owner::uid).noneMatch(uid::equals))
        .map(claim -> "%s goes, and its claim %s would stay".formatted(pod, claim.name()))
        .findFirst();
  }

  /// New, on its way out, or in other hands.
  private static boolean isExcused(ClaimView claim, Move move) {
    var set = move.seen().orElseThrow();
    return claim.meta().isTerminating()
        || !claim.meta().createdAt().plusSeconds(1).isBefore(move.asOf())
        || claim.meta().owners().stream()
            .map(Meta.Owner::uid)
            .anyMatch(uid -> !uid.equals(set.uid()));
  }
}
