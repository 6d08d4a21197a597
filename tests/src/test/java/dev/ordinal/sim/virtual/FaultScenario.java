package dev.ordinal.sim.virtual;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.stream.IntStream;

/// A set, the steps that change it, and the final spec of its user. All of it comes from the seed;
/// leaving out steps does not change the others.
public record FaultScenario(long seed, Json.Obj set, List<ScenarioStep> steps, Json.Obj last) {
  public FaultScenario {
    steps = List.copyOf(steps);
  }

  /// With only these of its steps, by their numbers.
  public FaultScenario only(List<Integer> kept) {
    return new FaultScenario(seed, set, kept.stream().map(steps::get).toList(), last);
  }

  List<Integer> numbers() {
    return IntStream.range(0, steps.size()).boxed().toList();
  }
}
