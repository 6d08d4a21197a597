package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.shape.Same;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All nodes, and the pods on them.
final class Nodes {
  private static final Map<String, String> INFO =
      Map.of(
          "kubeletVersion", "v1.37.1",
          "containerRuntimeVersion", "sim://1.37.1",
          "osImage", "simulated",
          "kernelVersion", "simulated",
          "operatingSystem", "linux",
          "architecture", "amd64");

  private static final List<String> ZONES = List.of("a", "b", "c");

  private final SimClient client;
  private final ClusterOptions.Capacity capacity;
  private final SortedMap<String, Node> nodes = new TreeMap<>();

  Nodes(SimClient client, ClusterOptions.Capacity capacity) {
    this.client = client;
    this.capacity = capacity;
  }

  /// A node whose object exists.
  Optional<Node> find(String name) {
    return Optional.ofNullable(nodes.get(name)).filter(Node::exists);
  }

  /// A node that has pods, though its object may not exist.
  Node of(String name) {
    return nodes.computeIfAbsent(name, Node::new);
  }

  List<Node> all() {
    return nodes.values().stream().filter(Node::exists).toList();
  }

  /// Returns true when the change may let pods fit, or no longer fit.
  boolean note(Change change) {
    var node = of(SimClient.name(change.object()));
    var wasLost = node.isLost();
    var isGone = change.type() == Change.Type.DELETED;
    node.set(isGone ? Optional.empty() : Optional.of(change.object()));
    if (isGone) {
      node.images.clear();
    }
    return isGone
        || wasLost != node.isLost()
        || change
            .before()
            .filter(
                old ->
                    Same.tree(old.object("spec"), change.object().object("spec"))
                        && labels(old).equals(labels(change.object())))
            .isEmpty();
  }

  private static Json.Obj labels(Json.Obj node) {
    return node.object("metadata").object("labels");
  }

  void notePod(Change change) {
    var pod = change.object();
    var name = pod.object("spec").text("nodeName");
    if (!name.isEmpty()) {
      var key = key(pod);
      if (change.type() == Change.Type.DELETED) {
        of(name).remove(key);
      } else {
        of(name).add(key, pod);
      }
    }
  }

  static String key(Json.Obj pod) {
    return SimClient.namespace(pod) + "/" + SimClient.name(pod);
  }

  /// Adds a node, `node-0` and up.
  void register(int number) {
    var name = "node-" + number;
    var labels =
        Json.strings(
            Map.of(
                "kubernetes.io/hostname", name,
                "kubernetes.io/os", "linux",
                "kubernetes.io/arch", "amd64",
                "topology.kubernetes.io/region", "simulated",
                "topology.kubernetes.io/zone", ZONES.get(number % ZONES.size())));
    var address = "192.168.%d.%d".formatted(number / 250, 1 + number % 250);
    client.create(
        client.node(""),
        Json.of("metadata", Json.of("name", Json.of(name)).with("labels", labels))
            .with("status", status(name, address, SimClient.seconds(client.now()))));
  }

  private Json.Obj status(String name, String address, String now) {
    var size = capacity.amounts();
    var addresses =
        List.of(
            Json.of("type", Json.of("InternalIP")).with("address", Json.of(address)),
            Json.of("type", Json.of("Hostname")).with("address", Json.of(name)));
    return Json.of("capacity", size)
        .with("allocatable", size)
        .with("addresses", Json.of(addresses))
        .with("conditions", Json.of(List.of(ready(now))))
        .with("nodeInfo", Json.strings(INFO));
  }

  /// The condition of a node that sends heartbeats.
  static Json.Obj ready(String now) {
    return Json.of("type", Json.of("Ready"))
        .with("status", Json.of("True"))
        .with("reason", Json.of("KubeletReady"))
        .with("message", Json.of("kubelet is posting ready status"))
        .with("lastHeartbeatTime", Json.of(now))
        .with("lastTransitionTime", Json.of(now));
  }
}
