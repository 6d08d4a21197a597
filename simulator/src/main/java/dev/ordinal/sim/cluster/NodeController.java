package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.Kubelet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Marks nodes whose heartbeats stop, or start again.
final class NodeController {
  /// How long a node may go without a heartbeat.
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";

  private final SimClient client;
  private final Nodes nodes;
  private final Kubelets kubelets;
  private final Set<String> lost = new HashSet<>();

  NodeController(SimClient client, Nodes nodes, Kubelets kubelets) {
    this.client = client;
    this.nodes = nodes;
    this.kubelets = kubelets;
  }

  void note(Node node) {
    if (!node.exists()) {
      return;
    }
    var name = node.name;
    var isUnknown = node.condition("Ready").filter(each -> is(each, "Unknown")).isPresent();
    if (node.isLost()) {
      lost.add(name);
    }
    if (node.isLost() && !isUnknown) {
      client.timers().after("lost/" + name, PATIENCE, () -> markUnknown(name));
    } else if (!node.isLost()) {
      client.timers().forget("lost/" + name);
      // It has missed events, even if it was not marked.
      var isBack = lost.remove(name);
      if (isBack || isUnknown || node.condition("Ready").isEmpty()) {
        client.timers().soon("found/" + name, () -> markReady(name));
      }
    }
  }

  private static boolean is(Json.Obj condition, String status) {
    return condition.text("status").equals(status);
  }

  private void markUnknown(String name) {
    var found = nodes.find(name).filter(Node::isLost);
    if (found.isEmpty()) {
      return;
    }
    var node = found.get();
    var now = Json.of(SimClient.seconds(client.now()));
    var unknown =
        Json.of("type", Json.of("Ready"))
            .with("status", Json.of("Unknown"))
            .with("reason", Json.of("NodeStatusUnknown"))
            .with("message", Json.of("Kubelet stopped posting node status."))
            .with("lastTransitionTime", now);
    setReady(name, unknown);
    var taints = new ArrayList<Json>(others(node));
    for (var effect : List.of("NoSchedule", "NoExecute")) {
      taints.add(
          Json.of("key", Json.of(UNREACHABLE))
              .with("effect", Json.of(effect))
              .with("timeAdded", now));
    }
    setTaints(name, taints);
    for (var pod : List.copyOf(node.pods.values())) {
      var target = client.pod(SimClient.namespace(pod), SimClient.name(pod)).part("status");
      Kubelet.nodeLost(pod, client.now()).ifPresent(patch -> client.strategic(target, patch));
    }
  }

  private void markReady(String name) {
    nodes
        .find(name)
        .filter(node -> !node.isLost())
        .ifPresent(
            node -> {
              setReady(name, Nodes.ready(SimClient.seconds(client.now())));
              if (others(node).size() < node.taints().size()) {
                setTaints(name, others(node));
              }
              kubelets.callAll(node);
            });
  }

  private static List<Json.Obj> others(Node node) {
    return node.taints().stream().filter(each -> !each.text("key").equals(UNREACHABLE)).toList();
  }

  private void setReady(String name, Json.Obj condition) {
    var status = Json.of("conditions", Json.of(List.of(condition)));
    client.strategic(client.node(name).part("status"), Json.of("status", status));
  }

  private void setTaints(String name, List<? extends Json> taints) {
    var value = taints.isEmpty() ? new Json.Null() : Json.of(taints);
    client.merge(client.node(name), Json.of("spec", Json.of("taints", value)));
  }
}
