package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;

/// No more nodes pull at once than the job allows, and none while it is paused.
final class PullsAreCounted implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create) || truth.isContested) {
      return Optional.empty();
    }
    var job = move.job().orElseThrow();
    var node = create.body().object("spec").text("nodeName");
    var others =
        truth.pullers.values().stream()
            .filter(pod -> pod.meta().isControlledBy(job.uid()))
            .filter(pod -> !pod.node().equals(node) && isPulling(pod))
            .map(PodView::node)
            .distinct()
            .count();
    var allowed = job.spec().parallelism().map(limit -> limit.of(truth.nodes.size())).orElse(0);
    return others < allowed
        ? Optional.empty()
        : Optional.of(
            "%s pulls on %s, the %d. of %d".formatted(job.name(), node, others + 1, allowed));
  }

  private static boolean isPulling(PodView pod) {
    return !pod.isTerminal()
        && pod.containers().stream().allMatch(each -> each.imageId().isEmpty());
  }
}
