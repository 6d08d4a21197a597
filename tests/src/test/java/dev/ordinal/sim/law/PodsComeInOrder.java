package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// With `OrderedReady` a pod is created when all those below it are available.
final class PodsComeInOrder implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePod create)
        || sent.seen().orElseThrow().spec().podManagement() != PodManagement.ORDERED_READY) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var ordinal = Names.ordinal(set.name(), create.target());
    return ClusterHistory.wanted(set.spec()).stream()
        .filter(lower -> lower < ordinal)
        .map(lower -> set.name() + "-" + lower)
        .filter(lower -> !history.mayHaveBeenAvailable(lower, sent))
        .map(lower -> create.target() + " is created while " + lower + " is not available")
        .findFirst();
  }
}
