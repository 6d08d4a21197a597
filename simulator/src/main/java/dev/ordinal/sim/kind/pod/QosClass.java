package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.util.List;
import java.util.stream.Stream;

/// A pod's QoS class, by the resources of its containers.
final class QosClass {
  private static final List<String> COUNTED = List.of("cpu", "memory");

  private QosClass() {}

  static String of(Json.Obj spec) {
    var all =
        Stream.of("containers", "initContainers")
            .flatMap(list -> spec.items(list).stream())
            .map(container -> ((Json.Obj) container).object("resources"))
            .toList();
    if (all.stream().noneMatch(QosClass::asks)) {
      return "BestEffort";
    }
    return all.stream().allMatch(QosClass::isGuaranteed) ? "Guaranteed" : "Burstable";
  }

  private static boolean asks(Json.Obj resources) {
    return COUNTED.stream()
        .anyMatch(
            name ->
                resources.object("requests").find(name).isPresent()
                    || resources.object("limits").find(name).isPresent());
  }

  private static boolean isGuaranteed(Json.Obj resources) {
    return COUNTED.stream()
        .allMatch(
            name -> {
              var limit = resources.object("limits").text(name);
              var request = resources.object("requests").text(name);
              return !limit.isEmpty() && (request.isEmpty() || Quantity.isSame(limit, request));
            });
  }
}
