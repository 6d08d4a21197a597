package dev.ordinal.sim.cluster;

import dev.ordinal.model.Json;
import dev.ordinal.model.number.Quantity;
import java.math.BigDecimal;

/// The resources that a pod requests, or that a node has.
record Demand(BigDecimal cpu, BigDecimal memory) {
  static final Demand NONE = new Demand(BigDecimal.ZERO, BigDecimal.ZERO);

  static Demand ofPod(Json.Obj pod) {
    var sum = NONE;
    for (var container : pod.object("spec").items("containers")) {
      var requests = ((Json.Obj) container).object("resources").object("requests");
      if (!requests.members().isEmpty()) {
        sum = sum.plus(of(requests));
      }
    }
    return sum;
  }

  static Demand of(Json.Obj amounts) {
    return new Demand(amount(amounts, "cpu"), amount(amounts, "memory"));
  }

  private static BigDecimal amount(Json.Obj amounts, String name) {
    return Quantity.of(amounts.text(name)).orElse(BigDecimal.ZERO);
  }

  Demand plus(Demand other) {
    return new Demand(cpu.add(other.cpu), memory.add(other.memory));
  }

  Demand minus(Demand other) {
    return new Demand(cpu.subtract(other.cpu), memory.subtract(other.memory));
  }
}
