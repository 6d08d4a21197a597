package dev.ordinal.pull;

import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.plan.order.UpdateOrder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The nodes to which a job shall pull, in the order in which they get their turn. A node whose
/// kubelet does not answer is left out, and `silent` says how many.
record Targets(List<String> nodes, int silent) {
  Targets {
    nodes = List.copyOf(nodes);
  }

  /// Empty while it is not known which nodes there are.
  static Optional<Targets> of(PullSnapshot seen) {
    var known = seen.nodes().map(Targets::byName);
    return switch (seen.job().spec().scope()) {
      case Scope.AllNodes _ -> known.map(nodes -> among(nodes, nodes.keySet()));
      case Scope.Named(var names) -> known.map(nodes -> among(nodes, names));
      case Scope.Labelled(var selector) ->
          known.map(
              nodes ->
                  among(
                      nodes,
                      nodes.values().stream()
                          .filter(node -> selector.matches(node.meta().labels()))
                          .map(NodeView::name)
                          .toList()));
      case Scope.UnderPods _ -> seen.pods().map(pods -> under(inOrder(seen, pods), known));
    };
  }

  private static Map<String, NodeView> byName(List<NodeView> nodes) {
    var sorted = new TreeMap<String, NodeView>();
    nodes.forEach(node -> sorted.put(node.name(), node));
    return sorted;
  }

  private static Targets among(Map<String, NodeView> nodes, Collection<String> names) {
    var asked =
        names.stream()
            .distinct()
            .flatMap(name -> Optional.ofNullable(nodes.get(name)).stream())
            .toList();
    var ready = asked.stream().filter(NodeView::isReady).map(NodeView::name).toList();
    return new Targets(ready, asked.size() - ready.size());
  }

  /// Pods tell where they run; what is known of the nodes only leaves silent ones out.
  private static Targets under(Stream<PodView> pods, Optional<Map<String, NodeView>> known) {
    var names = pods.map(PodView::node).distinct().toList();
    return known.map(nodes -> among(nodes, names)).orElseGet(() -> new Targets(names, 0));
  }

  private static Stream<PodView> inOrder(PullSnapshot seen, List<PodView> all) {
    var pods =
        all.stream()
            .filter(pod -> !pod.isTerminal() && !pod.isTerminating() && !pod.node().isEmpty())
            .sorted(Comparator.comparing(PodView::name));
    return seen.set().map(set -> pods.sorted(rollout(set))).orElse(pods);
  }

  /// As the set's rollout will reach them.
  private static Comparator<PodView> rollout(SetView set) {
    var falling =
        Comparator.<PodView>comparingInt(pod -> Names.ordinal(set.name(), pod.name())).reversed();
    return set.spec().update() instanceof Rolling rolling && rolling.unordered().isPresent()
        ? UpdateOrder.of(rolling.unordered().get()).thenComparing(falling)
        : falling;
  }
}
