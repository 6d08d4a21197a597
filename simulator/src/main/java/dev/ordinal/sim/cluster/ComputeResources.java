package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/// The resources that a pod requests, or that a node has.
record ComputeResources(BigDecimal cpu, BigDecimal memory) {
  private static final String LACK =
      "Node didn't have enough resource: %s, requested: %s, used: %s, capacity: %s";

  static final ComputeResources NONE = new ComputeResources(BigDecimal.ZERO, BigDecimal.ZERO);

  static ComputeResources ofPod(Json.Obj pod) {
    var sum = NONE;
    for (var container : pod.object("spec").items("containers")) {
      var requests = ((Json.Obj) container).object("resources").object("requests");
      if (!requests.members().isEmpty()) {
        sum = sum.plus(of(requests));
      }
    }
    return sum;
  }

  /// What its kubelet has given it: until a resize is granted that is less than it requests.
  static ComputeResources allocated(Json.Obj pod) {
    var sum = NONE;
    for (var container : pod.object("spec").items("containers")) {
      var spec = (Json.Obj) container;
      var given =
          pod.object("status").items("containerStatuses").stream()
              .map(Json.Obj.class::cast)
              .filter(each -> each.text("name").equals(spec.text("name")))
              .map(each -> each.object("allocatedResources"))
              .filter(each -> !each.members().isEmpty())
              .findFirst()
              .orElseGet(() -> spec.object("resources").object("requests"));
      sum = sum.plus(of(given));
    }
    return sum;
  }

  static ComputeResources of(Json.Obj amounts) {
    return new ComputeResources(amount(amounts, "cpu"), amount(amounts, "memory"));
  }

  private static BigDecimal amount(Json.Obj amounts, String name) {
    return Quantity.of(amounts.text(name)).orElse(BigDecimal.ZERO);
  }

  /// Amounts may be written differently.
  boolean isSame(ComputeResources other) {
    return cpu.compareTo(other.cpu) == 0 && memory.compareTo(other.memory) == 0;
  }

  /// What a node lacks that has so much and whose pods use so much, in the kubelet's words.
  Optional<String> findLack(ComputeResources used, ComputeResources has) {
    if (cpu.add(used.cpu).compareTo(has.cpu) > 0) {
      return Optional.of(LACK.formatted("cpu", milli(cpu), milli(used.cpu), milli(has.cpu)));
    }
    return memory.add(used.memory).compareTo(has.memory) > 0
        ? Optional.of(
            LACK.formatted("memory", whole(memory), whole(used.memory), whole(has.memory)))
        : Optional.empty();
  }

  private static String milli(BigDecimal amount) {
    return whole(amount.movePointRight(3));
  }

  private static String whole(BigDecimal amount) {
    return amount.setScale(0, RoundingMode.CEILING).toPlainString();
  }

  ComputeResources plus(ComputeResources other) {
    return new ComputeResources(cpu.add(other.cpu), memory.add(other.memory));
  }

  ComputeResources minus(ComputeResources other) {
    return new ComputeResources(cpu.subtract(other.cpu), memory.subtract(other.memory));
  }
}
