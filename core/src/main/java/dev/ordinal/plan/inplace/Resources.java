package dev.ordinal.plan.inplace;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a resize of a running container may change: the amounts of cpu and memory that are stated
/// already. Templates that are compared have one spelling for one amount.
final class Resources {
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");
  private static final List<String> PARTS = List.of("limits", "requests");

  private Resources() {}

  static boolean isResizable(Json.Obj before, Json.Obj after) {
    return before
            .without("limits")
            .without("requests")
            .equals(after.without("limits").without("requests"))
        && PARTS.stream()
            .allMatch(part -> isResizablePart(before.object(part), after.object(part)));
  }

  private static boolean isResizablePart(Json.Obj before, Json.Obj after) {
    var names = new TreeSet<>(before.members().keySet());
    return names.equals(new TreeSet<>(after.members().keySet()))
        && names.stream()
            .filter(name -> !before.find(name).equals(after.find(name)))
            .allMatch(RESIZABLE::contains);
  }

  /// Whether a changed amount is one that the container only takes by restarting.
  static boolean isRestarting(Json.Obj before, Json.Obj after) {
    var old = before.object("resources");
    var next = after.object("resources");
    return after.objects("resizePolicy").stream()
        .filter(policy -> policy.text("restartPolicy").equals("RestartContainer"))
        .map(policy -> policy.text("resourceName"))
        .anyMatch(
            name ->
                PARTS.stream()
                    .anyMatch(
                        part -> !old.object(part).find(name).equals(next.object(part).find(name))));
  }

  /// With the requests that the API server would have added to a new pod. A running pod has them
  /// already, and a resize that does not state them leaves them at the old limits.
  static Json.Obj stated(Json.Obj resources) {
    var requests = resources.object("requests");
    for (var limit : resources.object("limits").members().entrySet()) {
      if (requests.find(limit.getKey()).isEmpty()) {
        requests = requests.with(limit.getKey(), limit.getValue());
      }
    }
    return requests.equals(Json.EMPTY) ? resources : resources.with("requests", requests);
  }

  /// The class of service that the API server gives to a pod of this spec. It is fixed for the life
  /// of the pod, and all containers decide it together, unless the pod has amounts of its own.
  static String serviceClass(Json.Obj spec) {
    var own = spec.object("resources");
    var all =
        asks(own)
            ? List.of(own)
            : List.of("containers", "initContainers").stream()
                .flatMap(list -> spec.items(list).stream())
                .map(item -> item instanceof Json.Obj one ? one.object("resources") : Json.EMPTY)
                .toList();
    if (all.stream().noneMatch(Resources::asks)) {
      return "BestEffort";
    }
    return all.stream().allMatch(Resources::isGuaranteed) ? "Guaranteed" : "Burstable";
  }

  private static boolean asks(Json.Obj resources) {
    return PARTS.stream().anyMatch(part -> !positive(resources.object(part)).isEmpty());
  }

  private static boolean isGuaranteed(Json.Obj resources) {
    var limits = positive(resources.object("limits"));
    var requests = positive(stated(resources).object("requests"));
    return limits.keySet().equals(RESIZABLE) && limits.equals(requests);
  }

  private static Map<String, BigDecimal> positive(Json.Obj amounts) {
    var found = new TreeMap<String, BigDecimal>();
    for (var name : RESIZABLE) {
      amounts
          .find(name)
          .flatMap(amount -> Quantity.of(Json.scalar(amount)))
          .filter(amount -> amount.signum() > 0)
          .ifPresent(amount -> found.put(name, amount.stripTrailingZeros()));
    }
    return found;
  }
}
