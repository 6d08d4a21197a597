package dev.ordinal.sim.law;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// A pod that comes back under its name is not deleted while a claim belongs to it: the claim would
/// go with it, and its successor would get an empty volume.
final class WantedClaimsStay implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.DeletePod(var pod, var uid, _, var cause))
        || cause == Cause.SCALE_DOWN
        || history.isContested) {
      return Optional.empty();
    }
    return history.claims.values().stream()
        .filter(claim -> !claim.meta().isTerminating())
        .filter(claim -> claim.meta().owners().stream().anyMatch(one -> one.uid().equals(uid)))
        .map(claim -> "%s comes back, and its claim %s goes with it".formatted(pod, claim.name()))
        .findFirst();
  }
}
