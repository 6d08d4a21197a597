package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;

/// The resources that a pod requests, or that a node has.
record ComputeResources(BigDecimal cpu, BigDecimal memory) {
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

  static ComputeResources of(Json.Obj amounts) {
    return new ComputeResources(amount(amounts, "cpu"), amount(amounts, "memory"));
  }

  private static BigDecimal amount(Json.Obj amounts, String name) {
    return Quantity.of(amounts.text(name)).orElse(BigDecimal.ZERO);
  }

  ComputeResources plus(ComputeResources other) {
    return new ComputeResources(cpu.add(other.cpu), memory.add(other.memory));
  }

  ComputeResources minus(ComputeResources other) {
    return new ComputeResources(cpu.subtract(other.cpu), memory.subtract(other.memory));
  }
}
