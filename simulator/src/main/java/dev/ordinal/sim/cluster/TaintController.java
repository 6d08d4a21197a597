package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Deletes pods that do not tolerate the taints of their node, or no longer.
final class TaintController {
  private final SimClient client;
  private final Nodes nodes;

  TaintController(SimClient client, Nodes nodes) {
    this.client = client;
    this.nodes = nodes;
  }

  void note(Node node) {
    var isEvicting = !evicting(node).isEmpty();
    for (var pod : List.copyOf(node.pods.values())) {
      if (isEvicting) {
        schedule(pod);
      } else {
        client.timers().forget(key(pod));
      }
    }
  }

  /// A pod that was bound to a node, or has other tolerations than before.
  void notePod(Json.Obj pod) {
    var node = nodes.find(pod.object("spec").text("nodeName"));
    if (node.isPresent() && !evicting(node.get()).isEmpty()) {
      schedule(pod);
    }
  }

  private static String key(Json.Obj pod) {
    return "taint/" + SimClient.uid(pod);
  }

  private static List<Json.Obj> evicting(Node node) {
    return node.taints().stream().filter(each -> each.text("effect").equals("NoExecute")).toList();
  }

  private void schedule(Json.Obj pod) {
    var now = client.now();
    findEnd(pod, now)
        .ifPresentOrElse(end -> plan(pod, now, end), () -> client.timers().forget(key(pod)));
  }

  private void plan(Json.Obj pod, Instant begun, Instant end) {
    client.timers().at(key(pod), end, () -> carryOut(pod, begun));
  }

  /// When the pod has to be deleted; empty when it may stay. Taints without a time count from
  /// `begun`.
  private Optional<Instant> findEnd(Json.Obj pod, Instant begun) {
    var node = nodes.find(pod.object("spec").text("nodeName"));
    if (node.isEmpty() || SimClient.isTerminating(pod)) {
      return Optional.empty();
    }
    var tolerations = Tolerations.of(pod);
    Optional<Instant> end = Optional.empty();
    for (var taint : evicting(node.get())) {
      var seconds = tolerations.seconds(taint);
      if (!tolerations.tolerate(taint)) {
        return Optional.of(client.now());
      }
      if (seconds.isPresent()) {
        var own = since(taint, begun).plusSeconds(seconds.getAsLong());
        end = end.filter(other -> other.isBefore(own)).or(() -> Optional.of(own));
      }
    }
    return end;
  }

  private static Instant since(Json.Obj taint, Instant begun) {
    var added = taint.text("timeAdded");
    return added.isEmpty() ? begun : Instant.parse(added);
  }

  private void carryOut(Json.Obj known, Instant begun) {
    var uid = SimClient.uid(known);
    var target = client.pod(SimClient.namespace(known), SimClient.name(known));
    var pod = client.find(target, uid).filter(each -> !SimClient.isTerminating(each));
    var end = pod.flatMap(each -> findEnd(each, begun));
    if (end.isEmpty()) {
      return;
    }
    if (end.get().isAfter(client.now())) {
      plan(known, begun, end.get());
      return;
    }
    client.markDisrupted(
        pod.orElseThrow(),
        "DeletionByTaintManager",
        "Taint manager: deleting due to NoExecute taint");
    client.delete(target, uid);
  }
}
