package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Quantities of what quotas count, by the names that quotas use.
record Usage(SortedMap<String, BigDecimal> amounts) {
  static final Usage NOTHING = new Usage(new TreeMap<>());
  private static final List<String> COMPUTE = List.of("cpu", "memory");

  Usage {
    amounts = Collections.unmodifiableSortedMap(amounts);
  }

  /// A pod that has ended uses nothing.
  static Usage ofPod(Json.Obj pod) {
    if (List.of("Failed", "Succeeded").contains(pod.object("status").text("phase"))) {
      return NOTHING;
    }
    var all = new TreeMap<String, BigDecimal>();
    count(all, "pods");
    for (var each : pod.object("spec").items("containers")) {
      var resources = ((Json.Obj) each).object("resources");
      for (var resource : COMPUTE) {
        add(all, resource, resources.object("requests").text(resource));
        add(all, "requests." + resource, resources.object("requests").text(resource));
        add(all, "limits." + resource, resources.object("limits").text(resource));
      }
    }
    return new Usage(all);
  }

  static Usage ofClaim(Json.Obj claim) {
    var all = new TreeMap<String, BigDecimal>();
    count(all, "persistentvolumeclaims");
    var requests = claim.object("spec").object("resources").object("requests");
    add(all, "requests.storage", requests.text("storage"));
    return new Usage(all);
  }

  /// The containers of a pod that do not say how much of the resource they need, or may use.
  static List<String> containersWithout(Json.Obj pod, String resource) {
    var isLimit = resource.startsWith("limits.");
    var name = resource.replaceFirst("^(limits|requests)[.]", "");
    if (!COMPUTE.contains(name)) {
      return List.of();
    }
    var spec = pod.object("spec");
    return Stream.concat(spec.items("initContainers").stream(), spec.items("containers").stream())
        .map(Json.Obj.class::cast)
        .filter(
            each ->
                each.object("resources")
                    .object(isLimit ? "limits" : "requests")
                    .text(name)
                    .isEmpty())
        .map(each -> each.text("name"))
        .toList();
  }

  private static void count(SortedMap<String, BigDecimal> all, String plural) {
    all.put(plural, BigDecimal.ONE);
    all.put("count/" + plural, BigDecimal.ONE);
  }

  private static void add(SortedMap<String, BigDecimal> all, String name, String amount) {
    Quantity.of(amount).ifPresent(value -> all.merge(name, value, BigDecimal::add));
  }

  Usage plus(Usage other) {
    var sum = new TreeMap<>(amounts);
    other.amounts.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
    return new Usage(sum);
  }

  /// What this usage has more than another one.
  Usage beyond(Usage other) {
    var more = new TreeMap<String, BigDecimal>();
    amounts.forEach(
        (name, amount) -> {
          var difference = amount.subtract(other.amount(name));
          if (difference.signum() > 0) {
            more.put(name, difference);
          }
        });
    return new Usage(more);
  }

  /// Whether this usage, added to what is used, exceeds the limit.
  boolean exceeds(String resource, Usage used, String limit) {
    var wanted = amounts.get(resource);
    var most = Quantity.of(limit);
    return wanted != null
        && most.isPresent()
        && wanted.add(used.amount(resource)).compareTo(most.get()) > 0;
  }

  private BigDecimal amount(String resource) {
    return amounts.getOrDefault(resource, BigDecimal.ZERO);
  }

  /// In the form of a quota's status.
  String text(String resource) {
    return dev.ordinal.sim.shape.Quantities.shown(amount(resource), isBinary(resource));
  }

  private static boolean isBinary(String resource) {
    return resource.endsWith("memory") || resource.endsWith("storage");
  }
}
