package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// Whether a pod fits a node, with the scheduler's messages. `volumes` are those of its bound
/// claims.
record NodeFit(Json.Obj pod, List<Json.Obj> volumes) {
  private static final Json.Obj CORDON =
      Json.of("key", Json.of("node.kubernetes.io/unschedulable"))
          .with("effect", Json.of("NoSchedule"));

  /// Why it does not fit; empty when it does.
  Optional<String> findObstacle(Node node) {
    var tolerations = Tolerations.of(pod);
    if (node.isCordoned() && !tolerations.tolerate(CORDON)) {
      return Optional.of("node(s) were unschedulable");
    }
    if (node.taints().stream()
        .anyMatch(taint -> isBarrier(taint) && !tolerations.tolerate(taint))) {
      return Optional.of("node(s) had untolerated taint(s)");
    }
    if (!isWanted(node)) {
      return Optional.of("node(s) didn't match Pod's node affinity/selector");
    }
    return findLack(node)
        .or(
            () ->
                volumes.stream().allMatch(volume -> reaches(volume, node))
                    ? Optional.empty()
                    : Optional.of("node(s) didn't match PersistentVolume's node affinity"));
  }

  /// Whether it may fit when other pods are deleted.
  static boolean isLackOfRoom(String obstacle) {
    return obstacle.startsWith("Insufficient") || obstacle.equals("Too many pods");
  }

  private static boolean isBarrier(Json.Obj taint) {
    return !taint.text("effect").equals("PreferNoSchedule");
  }

  private boolean isWanted(Node node) {
    var spec = pod.object("spec");
    for (var label : spec.object("nodeSelector").members().entrySet()) {
      if (!label.getValue().equals(node.labels().members().get(label.getKey()))) {
        return false;
      }
    }
    var required =
        spec.object("affinity")
            .object("nodeAffinity")
            .object("requiredDuringSchedulingIgnoredDuringExecution");
    return required.equals(Json.EMPTY) || matches(required, node);
  }

  private static boolean reaches(Json.Obj volume, Node node) {
    var required = volume.object("spec").object("nodeAffinity").object("required");
    return required.equals(Json.EMPTY) || matches(required, node);
  }

  /// One of the terms must hold completely.
  private static boolean matches(Json.Obj selector, Node node) {
    return selector.items("nodeSelectorTerms").stream()
        .map(Json.Obj.class::cast)
        .filter(term -> !term.members().isEmpty())
        .anyMatch(
            term ->
                term.items("matchExpressions").stream()
                        .map(Json.Obj.class::cast)
                        .allMatch(each -> holds(each, node.labels().text(each.text("key")), node))
                    && term.items("matchFields").stream()
                        .map(Json.Obj.class::cast)
                        .allMatch(each -> holds(each, node.name, node)));
  }

  private static boolean holds(Json.Obj expression, String value, Node node) {
    var isThere =
        expression.text("key").equals("metadata.name")
            || node.labels().find(expression.text("key")).isPresent();
    var values = expression.items("values");
    return switch (expression.text("operator")) {
      case "In" -> isThere && values.contains(Json.of(value));
      case "NotIn" -> !isThere || !values.contains(Json.of(value));
      case "Exists" -> isThere;
      case "DoesNotExist" -> !isThere;
      case "Gt" -> isThere && compare(value, values) > 0;
      case "Lt" -> isThere && compare(value, values) < 0;
      default -> false;
    };
  }

  private static int compare(String value, List<Json> bounds) {
    var bound = bounds.size() == 1 && bounds.getFirst() instanceof Json.Str(var text) ? text : "";
    return Quantity.of(value).isEmpty() || Quantity.of(bound).isEmpty()
        ? 0
        : Quantity.of(value).get().compareTo(Quantity.of(bound).get());
  }

  private Optional<String> findLack(Node node) {
    var size = node.object().object("status").object("allocatable");
    var most = Quantity.of(size.text("pods")).orElse(BigDecimal.TEN.pow(6));
    if (BigDecimal.valueOf(node.pods.size()).compareTo(most) >= 0) {
      return Optional.of("Too many pods");
    }
    var wanted = ComputeResources.ofPod(pod);
    if (wanted.equals(ComputeResources.NONE)) {
      return Optional.empty();
    }
    var left = ComputeResources.of(size).minus(node.demand());
    if (wanted.cpu().compareTo(left.cpu()) > 0) {
      return Optional.of("Insufficient cpu");
    }
    return wanted.memory().compareTo(left.memory()) > 0
        ? Optional.of("Insufficient memory")
        : Optional.empty();
  }
}
