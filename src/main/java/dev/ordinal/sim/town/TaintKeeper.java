package dev.ordinal.sim.town;

import dev.ordinal.model.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Deletes pods that do not bear the taints of their node, or no longer.
final class TaintKeeper {
  private final Office office;
  private final Nodes nodes;

  TaintKeeper(Office office, Nodes nodes) {
    this.office = office;
    this.nodes = nodes;
  }

  void note(Node node) {
    if (!evicting(node).isEmpty()) {
      List.copyOf(node.pods.values()).forEach(this::judge);
    }
  }

  /// A pod that has come to a node, or bears other taints than before.
  void notePod(Json.Obj pod) {
    var node = nodes.find(pod.object("spec").text("nodeName"));
    if (node.isPresent() && !evicting(node.get()).isEmpty()) {
      judge(pod);
    }
  }

  private static List<Json.Obj> evicting(Node node) {
    return node.taints().stream().filter(each -> each.text("effect").equals("NoExecute")).toList();
  }

  private void judge(Json.Obj pod) {
    var uid = Office.uid(pod);
    findEnd(pod)
        .ifPresent(end -> office.agenda().at("taint/" + uid, end, () -> carryOut(pod, uid)));
  }

  /// When the pod has to go; empty when it may stay.
  private Optional<Instant> findEnd(Json.Obj pod) {
    var node = nodes.find(pod.object("spec").text("nodeName"));
    if (node.isEmpty() || Office.isDoomed(pod)) {
      return Optional.empty();
    }
    var tolerations = Tolerations.of(pod);
    Optional<Instant> end = Optional.empty();
    for (var taint : evicting(node.get())) {
      var seconds = tolerations.seconds(taint);
      if (!tolerations.bear(taint)) {
        return Optional.of(office.now());
      }
      if (seconds.isPresent()) {
        var own = since(taint).plusSeconds(seconds.getAsLong());
        end = end.filter(other -> other.isBefore(own)).or(() -> Optional.of(own));
      }
    }
    return end;
  }

  private Instant since(Json.Obj taint) {
    var added = taint.text("timeAdded");
    return added.isEmpty() ? office.now() : Instant.parse(added);
  }

  private void carryOut(Json.Obj known, String uid) {
    var target = office.pod(Office.namespace(known), Office.name(known));
    var pod = office.find(target, uid).filter(each -> !Office.isDoomed(each));
    var end = pod.flatMap(this::findEnd);
    if (end.isEmpty() || end.get().isAfter(office.now())) {
      return;
    }
    office.blame(
        pod.orElseThrow(),
        "DeletionByTaintManager",
        "Taint manager: deleting due to NoExecute taint");
    office.delete(target, uid);
  }
}
