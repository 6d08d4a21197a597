package dev.ordinal.sim.town;

import dev.ordinal.model.Json;
import java.time.Duration;

/// Removes the pods of nodes that are gone: nobody else can say that their containers have ended.
final class PodCollector {
  /// A node may be on its way.
  private static final Duration QUARANTINE = Duration.ofSeconds(40);

  private final Office office;
  private final Nodes nodes;

  PodCollector(Office office, Nodes nodes) {
    this.office = office;
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
      var uid = Office.uid(pod);
      office.agenda().after("gc/" + uid, QUARANTINE, () -> collect(pod, uid));
    }
  }

  private void collect(Json.Obj known, String uid) {
    var target = office.pod(Office.namespace(known), Office.name(known));
    var pod = office.find(target, uid);
    if (pod.isEmpty() || nodes.find(known.object("spec").text("nodeName")).isPresent()) {
      return;
    }
    if (!Office.isOver(pod.get())) {
      office.blame(pod.get(), "DeletionByPodGC", "PodGC: node no longer exists");
      var failed = Json.of("status", Json.of("phase", Json.of("Failed")));
      office.merge(target.part("status"), failed);
    }
    office.remove(target, uid);
  }
}
