package dev.ordinal.sim.law;

import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// With `scaleStrategy.maxUnavailable` never more pods than that are on their way up.
final class StreamIsKept implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePod create)
        || history.isContested
        || sent.seen().orElseThrow().spec().podManagement() != PodManagement.PARALLEL
        || sent.seen().get().spec().scaleMaxUnavailable().isEmpty()) {
      return Optional.empty();
    }
    var set = sent.seen().get();
    var allowed = set.spec().scaleMaxUnavailable().get().of(set.spec().replicas());
    var coming =
        history.membersOf(set).stream()
            .filter(pod -> RequestSorts.isInRange(set, pod) && !pod.isTerminating())
            .filter(pod -> !history.mayHaveBeenAvailable(pod.name(), sent))
            .count();
    return coming + 1 > allowed
        ? Optional.of("%s starts beside %d others".formatted(create.target(), coming))
        : Optional.empty();
  }
}
