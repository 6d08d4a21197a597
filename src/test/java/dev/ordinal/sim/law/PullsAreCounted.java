package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import dev.ordinal.sim.world.Move;
import java.util.Optional;
import java.util.stream.Collectors;

/// No node begins to pull when as many do as the job allows, and none while it is paused. Another
/// attempt where one has begun takes no other place, even when the user allows fewer by now.
final class PullsAreCounted implements Law {
  @Override
  public Optional<String> judge(Truth truth, Move move) {
    if (!(move.action().orElse(null) instanceof Action.CreatePod create) || truth.isContested) {
      return Optional.empty();
    }
    var job = move.job().orElseThrow();
    var node = create.body().object("spec").text("nodeName");
    var busy =
        truth.pullers.values().stream()
            .filter(pod -> pod.meta().isControlledBy(job.uid()) && isPulling(pod))
            .map(PodView::node)
            .collect(Collectors.toSet());
    var allowed = job.spec().parallelism().map(limit -> limit.of(truth.nodes.size())).orElse(0);
    var isAgain = busy.contains(node);
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
