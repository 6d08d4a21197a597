package dev.ordinal.pull;

import dev.ordinal.model.JobView;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Snapshot.Findings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One job and everything that bears on it at one moment, our own writes included. `pullers` are
/// the pods that it owns; `pods` are those under which it shall pull, `nodes` those of the cluster,
/// each empty while they are not known; `set` is the one that pulls ahead of its rollout.
public record PullSnapshot(
    JobView job,
    List<PodView> pullers,
    Optional<List<PodView>> pods,
    Optional<List<NodeView>> nodes,
    Optional<SetView> set,
    Findings findings,
    Instant now) {

  public PullSnapshot {
    pullers = List.copyOf(pullers);
    pods = pods.map(List::copyOf);
    nodes = nodes.map(List::copyOf);
  }
}
