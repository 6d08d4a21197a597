package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import java.time.Duration;

/// Removes the pods of nodes that no longer exist, because no kubelet will.
final class PodGarbageCollector {
  /// The node may still be registered.
  private static final Duration QUARANTINE = Duration.ofSeconds(40);

  private final SimClient client;
  private final Nodes nodes;

  PodGarbageCollector(SimClient client, Nodes nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  void note(Node node) {
    if (!node.exists()) {
      node.pods.values().forEach(this::notePod);
    }
  }

  void notePod(Json.Obj pod) {
    var node = pod.object("spec").text("nodeName");
    if (!node.isEmpty() && nodes.find(node).isEmpty()) {
      var uid = SimClient.uid(pod);
      client.timers().after("gc/" + uid, QUARANTINE, () -> collect(pod, uid));
    }
  }

  private void collect(Json.Obj known, String uid) {
    var target = client.pod(SimClient.namespace(known), SimClient.name(known));
    var pod = client.find(target, uid);
    if (pod.isEmpty() || nodes.find(known.object("spec").text("nodeName")).isPresent()) {
      return;
    }
    if (!SimClient.isOver(pod.get())) {
      client.markDisrupted(pod.get(), "DeletionByPodGC", "PodGC: node no longer exists");
      var failed = Json.of("status", Json.of("phase", Json.of("Failed")));
      client.merge(target.part("status"), failed);
    }
    client.remove(target, uid);
  }
}
