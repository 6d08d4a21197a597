package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.ImageSource;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.SimAnnotations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The nodes that the rig registers, lost and found by an annotation, which both the fake kubelet
/// and the simulated cluster obey.
public final class Nodes {
  public static final String RESERVED_TAINT = SimAnnotations.PREFIX + "reserved";
  private static final String PATH = "/api/v1/nodes";

  private final Api api;
  private final Map<String, Kubelet.Node> nodes = new ConcurrentHashMap<>();
  private final Set<String> reserved = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();

  Nodes(Api api) {
    this.api = api;
  }

  void register(String name) {
    var number = count.getAndIncrement();
    var address = "192.168.%d.%d".formatted(number / 250, 1 + number % 250);
    nodes.put(name, new Kubelet.Node(name, address, new TreeMap<>(), false, ImageSource.GOOD));
    var body = JsonSource.readObject(node(name, address));
    Api.required(api.create(PATH, body), "registering " + name);
    // A new node is tainted until a node controller has seen it, and there is none.
    Api.required(setTaints(name, false), "opening " + name);
  }

  /// A node for one test alone, which may then lose it without harm to other tests. Pods get there
  /// with `nodeName`, or with a node selector and a toleration of [#RESERVED_TAINT].
  public void registerReserved(String name) {
    reserved.add(name);
    register(name);
  }

  Optional<Kubelet.Node> find(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  void pulls(String name, Map<String, Instant> images) {
    nodes.computeIfPresent(
        name,
        (_, node) -> {
          var all = new TreeMap<>(node.pulls());
          // Two pods may have started at once: the earlier pull serves both.
          images.forEach((image, due) -> all.merge(image, due, (a, b) -> a.isBefore(b) ? a : b));
          return new Kubelet.Node(name, node.address(), all, node.isLost(), node.imageSource());
        });
  }

  /// The node's heartbeats stop: its pods become unready, and none of them starts or ends.
  public void lose(String name) {
    setLost(name, true);
  }

  public void restore(String name) {
    setLost(name, false);
  }

  private void setLost(String name, boolean isLost) {
    var value = isLost ? Json.of("true") : new Json.Null();
    var patch =
        Json.of("metadata", Json.of("annotations", Json.of(SimAnnotations.PREFIX + "lost", value)));
    Api.required(api.patch(PATH + "/" + name, Api.Merge.PLAIN, patch), "losing " + name);
  }

  /// True when the node has just been lost or found; the API then shows what a node controller
  /// would write.
  boolean hasTurned(Json.Obj object) {
    var name = object.object("metadata").text("name");
    var annotations = object.object("metadata").object("annotations");
    var isLost = annotations.text(SimAnnotations.PREFIX + "lost").equals("true");
    var node = nodes.get(name);
    if (node == null || node.isLost() == isLost) {
      return false;
    }
    nodes.put(
        name, new Kubelet.Node(name, node.address(), node.pulls(), isLost, node.imageSource()));
    setTaints(name, isLost);
    var status =
        """
        {"status": {"conditions": [{"type": "Ready", "status": "%s", "reason": "%s"}]}}"""
            .formatted(isLost ? "Unknown" : "True", isLost ? "NodeStatusUnknown" : "KubeletReady");
    api.patch(PATH + "/" + name + "/status", Api.Merge.STRATEGIC, JsonSource.readObject(status));
    return true;
  }

  private Api.Reply setTaints(String name, boolean isLost) {
    var taints = new ArrayList<Json.Obj>();
    if (isLost) {
      taints.add(taint("node.kubernetes.io/unreachable"));
    }
    if (reserved.contains(name)) {
      taints.add(taint(RESERVED_TAINT));
    }
    var patch = Json.of("spec", Json.of("taints", Json.of(taints)));
    return api.patch(PATH + "/" + name, Api.Merge.PLAIN, patch);
  }

  private static Json.Obj taint(String key) {
    return Json.of("key", Json.of(key)).with("effect", Json.of("NoSchedule"));
  }

  private static String node(String name, String address) {
    return """
        {"apiVersion": "v1", "kind": "Node",
         "metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s", "kubernetes.io/os": "linux"}},
         "status": {
           "capacity": {"cpu": "1000", "memory": "4Ti", "pods": "10000", "ephemeral-storage": "4Ti"},
           "allocatable": {"cpu": "1000", "memory": "4Ti", "pods": "10000", "ephemeral-storage": "4Ti"},
           "addresses": [{"type": "InternalIP", "address": "%2$s"}, {"type": "Hostname", "address": "%1$s"}],
           "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}
        """
        .formatted(name, address);
  }
}
