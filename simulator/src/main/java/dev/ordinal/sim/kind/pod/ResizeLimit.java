package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import dev.ordinal.sim.kind.strategy.Strategy.Change;
import dev.ordinal.sim.kind.strategy.Strategy.ClusterContext;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// No pod grows beyond what its node has, even if it were alone there.
final class ResizeLimit {
  private ResizeLimit() {}

  static void check(Change change, ClusterContext around) {
    var next = change.next().object("spec");
    var name = next.text("nodeName");
    if (name.isEmpty() || next.equals(change.old().object("spec"))) {
      return;
    }
    var pod = new Subject("", "pods", change.old().object("metadata").text("name"));
    var node =
        around
            .find("nodes", "", name)
            .orElseThrow(() -> Refusal.forbidden(pod, "node \"%s\" not found".formatted(name)));
    var has = node.object("status").object("allocatable");
    var excess = new ArrayList<String>();
    excess.addAll(excess("cpu", 3, next, has));
    excess.addAll(excess("memory", 0, next, has));
    if (!excess.isEmpty()) {
      throw Refusal.forbidden(
              pod, "node didn't have enough allocatable resources: " + String.join("; ", excess))
          .because("NodeCapacity");
    }
  }

  /// `digits` after the point are counted.
  private static List<String> excess(String resource, int digits, Json.Obj spec, Json.Obj has) {
    var wanted = requests(spec, resource);
    var most = Quantity.of(has.text(resource)).orElse(BigDecimal.ZERO);
    return wanted.compareTo(most) > 0
        ? List.of(
            "%s, requested: %s, allocatable: %s"
                .formatted(resource, counted(wanted, digits), counted(most, digits)))
        : List.of();
  }

  private static String counted(BigDecimal amount, int digits) {
    return amount.movePointRight(digits).setScale(0, RoundingMode.CEILING).toPlainString();
  }

  /// The containers and sidecars together, or the largest init container.
  private static BigDecimal requests(Json.Obj spec, String resource) {
    var together = BigDecimal.ZERO;
    for (var each : spec.items("containers")) {
      together = together.add(request((Json.Obj) each, resource));
    }
    var first = BigDecimal.ZERO;
    for (var each : spec.items("initContainers")) {
      var container = (Json.Obj) each;
      var amount = request(container, resource);
      if (container.text("restartPolicy").equals("Always")) {
        together = together.add(amount);
      } else {
        first = first.max(amount);
      }
    }
    var overhead = Quantity.of(spec.object("overhead").text(resource)).orElse(BigDecimal.ZERO);
    return together.max(first).add(overhead);
  }

  private static BigDecimal request(Json.Obj container, String resource) {
    var requests = container.object("resources").object("requests");
    return Quantity.of(requests.text(resource)).orElse(BigDecimal.ZERO);
  }
}
