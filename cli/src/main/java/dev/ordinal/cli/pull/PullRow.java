package dev.ordinal.cli.pull;

import dev.ordinal.cli.pull.NodePull.State;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Plan;
import dev.ordinal.pull.PullPlanner;
import dev.ordinal.pull.PullSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One ImagePullJob as it is shown: what the planner of the controller makes of it now.
///
/// @param isOver whether it pulls no more
/// @param message how far it has come, in a sentence
public record PullRow(
    String job,
    String image,
    Instant createdAt,
    boolean isOver,
    String message,
    List<NodePull> nodes) {
  public PullRow {
    job = PlainText.of(job);
    image = PlainText.of(image);
    message = PlainText.of(message);
    nodes = List.copyOf(nodes);
  }

  /// @param failures why nodes have failed, as far as it is known
  static PullRow of(PullSnapshot seen, Map<String, String> failures) {
    var job = seen.job();
    var plan = PullPlanner.plan(seen);
    var status = plan.status();
    var found = new TreeMap<String, NodePull>();
    waiting(plan, job.name()).forEach(each -> found.put(each.node(), each));
    status.succeededNodes().forEach(node -> found.put(node, new NodePull(node, State.DONE, "")));
    status
        .failedNodes()
        .forEach(
            node -> {
              var why = failures.getOrDefault(node, node + " could not pull the image");
              found.put(node, new NodePull(node, State.FAILED, why));
            });
    return new PullRow(
        job.name(),
        job.spec().image(),
        job.meta().createdAt(),
        status.isCompleted() || job.meta().isTerminating(),
        status.message(),
        List.copyOf(found.values()));
  }

  private static List<NodePull> waiting(Plan<JobStatus> plan, String job) {
    var found = new TreeMap<String, NodePull>();
    plan.holds().stream()
        .filter(hold -> !hold.target().equals(job))
        .forEach(hold -> found.put(hold.target(), of(hold)));
    plan.chains().stream()
        .flatMap(chain -> chain.actions().stream())
        .flatMap(action -> findStart(action).stream())
        .forEach(node -> found.put(node, new NodePull(node, State.PULLING, "")));
    return List.copyOf(found.values());
  }

  private static NodePull of(Hold hold) {
    var state = hold.reason() instanceof HoldReason.ImagePulling ? State.PULLING : State.WAITING;
    return new NodePull(hold.target(), state, hold.sentence());
  }

  private static Optional<String> findStart(Action action) {
    return action instanceof Action.CreatePuller(_, var node, _)
        ? Optional.of(node)
        : Optional.empty();
  }

  public long count(State state) {
    return nodes.stream().filter(node -> node.state() == state).count();
  }
}
