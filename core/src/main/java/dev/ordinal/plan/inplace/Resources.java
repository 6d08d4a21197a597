package dev.ordinal.plan.inplace;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a resize of a running container may change: the amounts of cpu and memory that are stated
/// already. `1` and `1000m` are one amount.
final class Resources {
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");
  private static final List<String> PARTS = List.of("limits", "requests");

  private Resources() {}

  static boolean isSame(Json.Obj before, Json.Obj after) {
    return canonical(before).equals(canonical(after));
  }

  static boolean isResizable(Json.Obj before, Json.Obj after) {
    var old = canonical(before);
    var next = canonical(after);
    return old.without("limits")
            .without("requests")
            .equals(next.without("limits").without("requests"))
        && PARTS.stream().allMatch(part -> isResizablePart(old.object(part), next.object(part)));
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
    var old = canonical(before.object("resources"));
    var next = canonical(after.object("resources"));
    return after.items("resizePolicy").stream()
        .filter(Json.Obj.class::isInstance)
        .map(Json.Obj.class::cast)
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

  /// Every amount in one spelling, for comparing.
  static Json.Obj canonical(Json.Obj resources) {
    var canonical = resources;
    for (var part : PARTS) {
      var amounts = new TreeMap<String, Json>();
      resources
          .object(part)
          .members()
          .forEach((name, value) -> amounts.put(name, canonical(value)));
      canonical = amounts.isEmpty() ? canonical : canonical.with(part, new Json.Obj(amounts));
    }
    return canonical;
  }

  private static Json canonical(Json value) {
    return amount(value)
        .<Json>map(amount -> Json.of(amount.stripTrailingZeros().toPlainString()))
        .orElse(value);
  }

  private static Optional<BigDecimal> amount(Json value) {
    return switch (value) {
      case Json.Str(var text) -> Quantity.of(text);
      case Json.Num(var literal) -> Quantity.of(literal);
      case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> Optional.empty();
    };
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
          .flatMap(Resources::amount)
          .filter(amount -> amount.signum() > 0)
          .ifPresent(amount -> found.put(name, amount.stripTrailingZeros()));
    }
    return found;
  }
}
