package dev.ordinal.sim.law;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// Where claims have to be deleted when the set shrinks, they belong to their pod before it is
/// deleted: afterwards no controller would delete them.
final class ClaimsGoWithTheirPod implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var set = sent.seen();
    if (!(sent.action().orElse(null) instanceof Action.DeletePod(var pod, var uid, _, var cause))
        || cause != Cause.SCALE_DOWN
        || history.isContested
        || !set.orElseThrow().spec().retention().deletesWhenScaled()) {
      return Optional.empty();
    }
    return set.get().spec().claimTemplates().stream()
        .flatMap(
            template ->
                Optional.ofNullable(history.claims.get(template.name() + "-" + pod)).stream())
        .filter(claim -> !isExcused(claim, sent))
        .filter(claim -> claim.meta().owners().stream().map(Meta.Owner::uid).noneMatch(uid::equals))
        .map(claim -> "%s is deleted, and its claim %s would stay".formatted(pod, claim.name()))
        .findFirst();
  }

  /// New, terminating, or of another owner.
  private static boolean isExcused(ClaimView claim, RequestRecord sent) {
    var set = sent.seen().orElseThrow();
    return claim.meta().isTerminating()
        || !claim.meta().createdAt().plusSeconds(1).isBefore(sent.asOf())
        || claim.meta().owners().stream()
            .map(Meta.Owner::uid)
            .anyMatch(uid -> !uid.equals(set.uid()));
  }
}
