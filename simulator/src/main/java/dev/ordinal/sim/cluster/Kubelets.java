package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.Image;
import dev.ordinal.sim.ImageSource;
import dev.ordinal.sim.Kubelet;
import dev.ordinal.sim.PodMemory;
import dev.ordinal.sim.References;
import dev.ordinal.sim.SimAnnotations;
import dev.ordinal.sim.api.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The kubelets of all nodes: each handles a pod of its node when another client has changed it, or
/// when a step of it is due.
final class Kubelets {
  private static final long MEGABYTE = 1_000_000;

  private final SimClient client;
  private final Nodes nodes;
  private final Kubelet kubelet;
  private final KubeletEvents kubeletEvents;
  private final Map<String, PodMemory> memories = new HashMap<>();
  private final List<ClusterSimulation.Pull> pulls = new ArrayList<>();
  private final Map<String, Json.Obj> lacking = new TreeMap<>();
  private final Map<String, Json.Obj> deferred = new TreeMap<>();
  private final Map<String, Duration> clocks = new HashMap<>();
  private ImageSource imageSource = ImageSource.GOOD;

  /// A kubelet ignores changes that it wrote itself.
  private boolean isWriting;

  Kubelets(SimClient client, Nodes nodes, SimAnnotations settings, EventRecorder recorder) {
    this.client = client;
    this.nodes = nodes;
    this.kubelet = new Kubelet(settings);
    this.kubeletEvents = new KubeletEvents(recorder);
  }

  ImageSource imageSource() {
    return imageSource;
  }

  void setImageSource(ImageSource next) {
    imageSource = next;
  }

  void setClock(String node, Duration ahead) {
    clocks.put(node, ahead);
  }

  void restart() {
    memories.clear();
  }

  List<ClusterSimulation.Pull> pulls() {
    return List.copyOf(pulls);
  }

  void notePod(Change change) {
    var pod = change.object();
    if (change.type() == Change.Type.DELETED) {
      memories.remove(SimClient.uid(pod));
      lacking.remove(SimClient.uid(pod));
      deferred.remove(SimClient.uid(pod));
    } else if (!isWriting && !pod.object("spec").text("nodeName").isEmpty()) {
      var uid = SimClient.uid(pod);
      client.timers().soon("run/" + uid, () -> sync(pod, uid));
    }
    callDeferred(pod);
  }

  /// A pod has changed or gone, and may have left room for those that wait to grow.
  private void callDeferred(Json.Obj changed) {
    deferred.forEach(
        (uid, pod) -> {
          if (nodeName(pod).equals(nodeName(changed)) && !uid.equals(SimClient.uid(changed))) {
            client.timers().soon("run/" + uid, () -> sync(pod, uid));
          }
        });
  }

  private static String nodeName(Json.Obj pod) {
    return pod.object("spec").text("nodeName");
  }

  /// A ConfigMap or Secret was created or changed: pods that lack one are handled again.
  void noteReferenced(String namespace) {
    lacking.forEach(
        (uid, pod) -> {
          if (SimClient.namespace(pod).equals(namespace)) {
            client.timers().soon("run/" + uid, () -> sync(pod, uid));
          }
        });
  }

  /// Only pods that have not started look up their references.
  private References.Missing findMissing(Json.Obj pod) {
    if (SimClient.isTerminating(pod) || pod.object("status").text("phase").equals("Running")) {
      return References.Missing.NOTHING;
    }
    var missing = new References(pod, (plural, name) -> find(pod, plural, name)).findMissing();
    if (missing.isNothing()) {
      lacking.remove(SimClient.uid(pod));
    } else {
      lacking.put(SimClient.uid(pod), pod);
    }
    return missing;
  }

  private Optional<Json.Obj> find(Json.Obj pod, String plural, String name) {
    return client.find(client.server().target("v1", plural, SimClient.namespace(pod), name));
  }

  /// Handles all pods of a node.
  void callAll(Node node) {
    for (var pod : node.pods.values()) {
      var uid = SimClient.uid(pod);
      client.timers().soon("run/" + uid, () -> sync(pod, uid));
    }
  }

  /// `known` is any version of the pod; its node has the newest.
  private void sync(Json.Obj known, String uid) {
    var node = nodes.find(known.object("spec").text("nodeName")).filter(each -> !each.isLost());
    node.map(each -> each.pods.get(Nodes.key(known)))
        .filter(pod -> SimClient.uid(pod).equals(uid))
        .ifPresent(pod -> step(node.orElseThrow(), pod, uid));
  }

  private void step(Node node, Json.Obj pod, String uid) {
    var missing = findMissing(pod);
    var place =
        new Kubelet.Node(
            node.name,
            node.address(),
            node.images,
            false,
            imageSource,
            missing,
            node.findLack(pod));
    var memory = memories.getOrDefault(uid, PodMemory.FRESH);
    var step = kubelet.step(memory, pod, place, client.now());
    memories.put(uid, step.memory());
    if (step.memory().resizeRefusal().isPresent()) {
      deferred.put(uid, pod);
    } else {
      deferred.remove(uid);
    }
    step.pulls().forEach((image, due) -> pull(node, image, due));
    kubeletEvents.write(pod, step);
    missing.mount().ifPresent(words -> kubeletEvents.tellMount(pod, words));
    step.patch().ifPresent(patch -> report(pod, dated(node, patch)));
    if (step.isGone()) {
      client.remove(target(pod), uid);
      memories.remove(uid);
    } else {
      step.wake().ifPresent(wake -> client.timers().at("run/" + uid, wake, () -> sync(pod, uid)));
    }
  }

  /// Conditions have the time of the node's own clock.
  private Json.Obj dated(Node node, Json.Obj patch) {
    var ahead = clocks.getOrDefault(node.name, Duration.ZERO);
    var status = patch.object("status");
    if (ahead.isZero() || status.find("conditions").isEmpty()) {
      return patch;
    }
    var time = Json.of(SimClient.seconds(client.now().plus(ahead)));
    var conditions =
        status.items("conditions").stream()
            .map(Json.Obj.class::cast)
            .map(
                each ->
                    each.find("lastTransitionTime").isPresent()
                        ? each.with("lastTransitionTime", time)
                        : each)
            .toList();
    return patch.with("status", status.with("conditions", Json.of(conditions)));
  }

  private void report(Json.Obj pod, Json.Obj patch) {
    isWriting = true;
    client.strategic(target(pod).part("status"), patch);
    isWriting = false;
  }

  private dev.ordinal.sim.api.Request.Target target(Json.Obj pod) {
    return client.pod(SimClient.namespace(pod), SimClient.name(pod));
  }

  private void pull(Node node, String image, Instant due) {
    node.images.put(image, due);
    pulls.add(new ClusterSimulation.Pull(node.name, image, client.now(), due));
    client.timers().at("images/" + node.name, due, () -> tellImages(node.name));
  }

  /// The node's status lists its images, as that of a real kubelet does.
  private void tellImages(String name) {
    var node = nodes.find(name);
    if (node.isEmpty() || node.get().isLost()) {
      return;
    }
    var images = new ArrayList<Json.Obj>();
    Optional<Instant> next = Optional.empty();
    for (var entry : node.get().images.entrySet()) {
      if (entry.getValue().isAfter(client.now())) {
        next =
            next.filter(one -> one.isBefore(entry.getValue()))
                .or(() -> Optional.of(entry.getValue()));
      } else {
        images.add(listed(entry.getKey()));
      }
    }
    client.merge(
        client.node(name).part("status"), Json.of("status", Json.of("images", Json.of(images))));
    next.ifPresent(at -> client.timers().at("images/" + name, at, () -> tellImages(name)));
  }

  private static Json.Obj listed(String image) {
    var id = new Image(image).id("");
    var names = List.of(Json.of(id), Json.of(image));
    return Json.of("names", Json.of(names)).with("sizeBytes", Json.of(size(image)));
  }

  /// In bytes; the same for the same name.
  static long size(String image) {
    return (10 + Math.floorMod(image.hashCode(), 490)) * MEGABYTE;
  }
}
