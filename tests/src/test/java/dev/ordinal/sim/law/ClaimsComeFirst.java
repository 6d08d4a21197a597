package dev.ordinal.sim.law;

import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// When a pod is created, all its claims exist, and none of them is terminating.
final class ClaimsComeFirst implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePod create)) {
      return Optional.empty();
    }
    var set = sent.seen().orElseThrow();
    var ordinal = create.target().substring(set.name().length() + 1);
    for (var template : set.spec().claimTemplates()) {
      var name = template.name() + "-" + set.name() + "-" + ordinal;
      var claim = history.claims.get(name);
      if (claim == null && !history.hasJustGone(name, sent)) {
        return Optional.of(create.target() + " is created before its claim " + name);
      }
      if (claim != null
          && claim
              .meta()
              .deletedAt()
              .filter(at -> at.isBefore(sent.asOf().minusSeconds(1)))
              .isPresent()) {
        return Optional.of(
            create.target() + " is created while its claim " + name + " is terminating");
      }
    }
    return Optional.empty();
  }
}
