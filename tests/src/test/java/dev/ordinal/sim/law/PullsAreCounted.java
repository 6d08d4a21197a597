package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;
import java.util.stream.Collectors;

/// No node starts to pull while as many pull as the job allows, and none while it is paused.
/// Another attempt on a node that has begun takes no new slot, even when the user allows fewer by
/// now.
final class PullsAreCounted implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    if (!(sent.action().orElse(null) instanceof Action.CreatePuller create)
        || history.isContested) {
      return Optional.empty();
    }
    var job = sent.job().orElseThrow();
    var node = create.body().object("spec").text("nodeName");
    var pullers =
        history.pullers.values().stream()
            .filter(pod -> pod.meta().isControlledBy(job.uid()))
            .toList();
    var busy =
        pullers.stream()
            .filter(PullsAreCounted::isPulling)
            .map(PodView::node)
            .collect(Collectors.toSet());
    var allowed = job.spec().parallelism().map(limit -> limit.of(history.nodes.size())).orElse(0);
    var isAgain = pullers.stream().anyMatch(pod -> pod.node().equals(node));
    return allowed > 0 && (isAgain || busy.size() < allowed)
        ? Optional.empty()
        : Optional.of(
            "%s pulls on %s, beside %d of %d".formatted(job.name(), node, busy.size(), allowed));
  }

  private static boolean isPulling(PodView pod) {
    return !pod.isTerminal()
        && pod.containers().stream().allMatch(each -> each.imageId().isEmpty());
  }
}
