package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Strategy.ClusterContext;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The priority of a pod, from its PriorityClass.
final class Priority {
  private static final Json POLICY = Json.of("PreemptLowerPriority");

  /// The classes that every cluster has.
  private static final Map<String, Integer> SYSTEM =
      Map.of("system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000);

  private Priority() {}

  /// Sets the fields of a new pod's spec.
  static void set(SortedMap<String, Json> spec, Subject pod, ClusterContext around) {
    var name = new Json.Obj(spec).text("priorityClassName");
    var found = name.isEmpty() ? around.defaultPriority() : Optional.of(require(name, pod, around));
    var value = found.map(each -> each.find("value").orElse(Json.of(0))).orElse(Json.of(0));
    var given = spec.get("priority");
    if (given != null && !given.equals(value)) {
      throw Refusal.forbidden(
          pod,
          "the integer value of priority (%s) must not be provided in pod spec; priority admission controller computed %s from the given PriorityClass name"
              .formatted(digits(given), digits(value)));
    }
    spec.put("priority", value);
    found
        .map(each -> each.object("metadata").text("name"))
        .ifPresent(each -> spec.put("priorityClassName", Json.of(each)));
    var policy = found.flatMap(each -> each.find("preemptionPolicy")).orElse(POLICY);
    spec.putIfAbsent("preemptionPolicy", policy);
  }

  private static Json.Obj require(String name, Subject pod, ClusterContext around) {
    return around
        .find("priorityclasses", "", name)
        .or(
            () ->
                Optional.ofNullable(SYSTEM.get(name))
                    .map(
                        value ->
                            Json.of("metadata", Json.of("name", Json.of(name)))
                                .with("value", Json.of(value))))
        .orElseThrow(
            () ->
                Refusal.forbidden(pod, "no PriorityClass with name %s was found".formatted(name)));
  }

  private static String digits(Json number) {
    return number instanceof Json.Num(var literal) ? literal : "";
  }
}
