package dev.ordinal.rig;

import dev.ordinal.model.Json;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.Wishes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// The nodes of the fake kubelet: registered once, lost and found by an annotation.
final class Nodes {
  private static final String PATH = "/api/v1/nodes";

  private final Api api;
  private final Map<String, Kubelet.Node> nodes = new ConcurrentHashMap<>();

  Nodes(Api api) {
    this.api = api;
  }

  static String name(int number) {
    return "node-" + number;
  }

  void register(int number) {
    var name = name(number);
    nodes.put(name, new Kubelet.Node(name, address(number), new TreeSet<>(), false));
    Api.required(api.create(PATH, JsonSource.readObject(node(number))), "registering " + name);
    // A new node is tainted until a node controller has seen it, and there is none.
    Api.required(setTaints(name, new Json.Null()), "opening " + name);
  }

  Optional<Kubelet.Node> find(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  void pulled(String name, Set<String> images) {
    nodes.computeIfPresent(
        name,
        (_, node) -> {
          var all = new TreeSet<>(node.images());
          all.addAll(images);
          return new Kubelet.Node(name, node.address(), all, node.isLost());
        });
  }

  void setLost(String name, boolean isLost) {
    var value = isLost ? Json.of("true") : new Json.Null();
    var patch = Json.of("metadata", Json.of("annotations", Json.of(Wishes.PREFIX + "lost", value)));
    Api.required(api.patch(PATH + "/" + name, Api.Merge.PLAIN, patch), "losing " + name);
  }

  /// True when the node has just been lost or found; the API then shows what a node controller
  /// would write.
  boolean hasTurned(Json.Obj object) {
    var name = object.object("metadata").text("name");
    var annotations = object.object("metadata").object("annotations");
    var isLost = annotations.text(Wishes.PREFIX + "lost").equals("true");
    var node = nodes.get(name);
    if (node == null || node.isLost() == isLost) {
      return false;
    }
    nodes.put(name, new Kubelet.Node(name, node.address(), node.images(), isLost));
    var taint =
        """
        [{"key": "node.kubernetes.io/unreachable", "effect": "NoSchedule"}]""";
    setTaints(name, isLost ? JsonSource.read(taint) : new Json.Null());
    var status =
        """
        {"status": {"conditions": [{"type": "Ready", "status": "%s", "reason": "%s"}]}}"""
            .formatted(isLost ? "Unknown" : "True", isLost ? "NodeStatusUnknown" : "KubeletReady");
    api.patch(PATH + "/" + name + "/status", Api.Merge.STRATEGIC, JsonSource.readObject(status));
    return true;
  }

  private Api.Reply setTaints(String name, Json taints) {
    var patch = Json.of("spec", Json.of("taints", taints));
    return api.patch(PATH + "/" + name, Api.Merge.PLAIN, patch);
  }

  private static String address(int number) {
    return "192.168.%d.%d".formatted(number / 250, 1 + number % 250);
  }

  private static String node(int number) {
    return """
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s", "kubernetes.io/os": "linux"}},
         "status": {
           "capacity": {"cpu": "1000", "memory": "4Ti", "pods": "10000", "ephemeral-storage": "4Ti"},
           "allocatable": {"cpu": "1000", "memory": "4Ti", "pods": "10000", "ephemeral-storage": "4Ti"},
           "addresses": [{"type": "InternalIP", "address": "%2$s"}, {"type": "Hostname", "address": "%1$s"}],
           "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}
        """
        .formatted(name(number), address(number));
  }
}
