package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Labels;
import dev.ordinal.sim.reply.Refusal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// Whether disruption budgets allow the eviction of a pod.
public final class Eviction {
  private static final String ALLOWED = "disruptionsAllowed";

  private Eviction() {}

  /// The changed disruption budget that pays for the eviction; empty if the pod has none. Refuses
  /// by throwing. `budgets` are those of the pod's namespace.
  public static Optional<Json.Obj> charge(Json.Obj pod, List<Json.Obj> budgets, Instant now) {
    var concerned =
        budgets.stream()
            .filter(budget -> budget.object("spec").find("selector").isPresent())
            .filter(budget -> Labels.select(budget.object("spec").object("selector"), pod))
            .toList();
    if (concerned.isEmpty() || isFree(pod)) {
      return Optional.empty();
    }
    if (concerned.size() > 1) {
      throw Refusal.internal(
          "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
              + " support.");
    }
    var budget = concerned.getFirst();
    return mayGoUnready(pod, budget) ? Optional.empty() : Optional.of(spent(pod, budget, now));
  }

  /// Pods that are not ready cost no availability.
  private static boolean isFree(Json.Obj pod) {
    var phase = pod.object("status").text("phase");
    return List.of("Pending", "Succeeded", "Failed").contains(phase)
        || pod.object("metadata").find("deletionTimestamp").isPresent();
  }

  private static boolean mayGoUnready(Json.Obj pod, Json.Obj budget) {
    var isReady =
        pod.object("status").items("conditions").stream()
            .map(Json.Obj.class::cast)
            .anyMatch(
                each -> each.text("type").equals("Ready") && each.text("status").equals("True"));
    var desired = number(budget, "desiredHealthy");
    return !isReady
        && (budget.object("spec").text("unhealthyPodEvictionPolicy").equals("AlwaysAllow")
            || (desired > 0 && number(budget, "currentHealthy") >= desired));
  }

  private static Json.Obj spent(Json.Obj pod, Json.Obj budget, Instant now) {
    var name = budget.object("metadata").text("name");
    var status = budget.object("status");
    if (status.items("conditions").isEmpty()) {
      throw Refusal.overBudget(
          "The disruption budget %s is still being processed by the server.".formatted(name), 10);
    }
    var allowed = number(budget, ALLOWED);
    if (allowed <= 0) {
      var desired = number(budget, "desiredHealthy");
      var current = number(budget, "currentHealthy");
      throw Refusal.overBudget(
          current <= desired
              ? "The disruption budget %s needs %d healthy pods and has %d currently"
                  .formatted(name, desired, current)
              : "The disruption budget %s does not allow evicting pods currently".formatted(name),
          0);
    }
    var time = Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString());
    var disrupted = status.object("disruptedPods").with(pod.object("metadata").text("name"), time);
    return budget.with(
        "status", status.with(ALLOWED, Json.of(allowed - 1)).with("disruptedPods", disrupted));
  }

  private static long number(Json.Obj budget, String field) {
    return budget.object("status").members().get(field) instanceof Json.Num(var text)
        ? Long.parseLong(text)
        : 0;
  }
}
