package dev.ordinal.sim.virtual;

import dev.ordinal.model.Json;
import java.util.List;
import java.util.stream.IntStream;

/// A set, what befalls it, and what its user wants of it in the end. All of it comes from the seed;
/// leaving out deeds leaves the others as they are.
public record FaultScenario(long seed, Json.Obj set, List<ScenarioStep> steps, Json.Obj last) {
  public FaultScenario {
    steps = List.copyOf(steps);
  }

  /// With only these of its deeds, by their numbers.
  public FaultScenario only(List<Integer> kept) {
    return new FaultScenario(seed, set, kept.stream().map(steps::get).toList(), last);
  }

  List<Integer> numbers() {
    return IntStream.range(0, steps.size()).boxed().toList();
  }
}
