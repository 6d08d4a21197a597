package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// The steps that a maker adds to a scenario, with the spec that they need. Each step takes one
/// random number, for its delay: the order of the calls is part of what a seed means.
final class StepBuilder {
  private final Random chance;
  private final Duration unit;
  private final int maxDelay;
  private final List<ScenarioStep> steps = new ArrayList<>();
  private Json.Obj start = Json.EMPTY;
  private Json.Obj last = Json.EMPTY;

  /// Times are given in this unit; each step comes up to `maxDelay` milliseconds later.
  StepBuilder(Random chance, Duration unit, int maxDelay) {
    this.chance = chance;
    this.unit = unit;
    this.maxDelay = maxDelay;
  }

  /// One in so many scenarios gets the steps of one of these kinds; half the time without any
  /// other steps.
  FaultScenario addTo(FaultScenario scenario, int oneIn, List<Runnable> kinds) {
    if (chance.nextInt(oneIn) != 0) {
      return scenario;
    }
    var isAlone = chance.nextBoolean();
    kinds.get(chance.nextInt(kinds.size())).run();
    if (!isAlone) {
      steps.addAll(scenario.steps());
    }
    steps.sort(Comparator.comparing(ScenarioStep::at));
    var set = scenario.set().with("spec", MergePatch.apply(scenario.set().object("spec"), start));
    return new FaultScenario(scenario.seed(), set, steps, MergePatch.apply(scenario.last(), last));
  }

  String one(String... choices) {
    return choices[chance.nextInt(choices.length)];
  }

  /// The spec that the steps need.
  void start(String spec) {
    start = Yaml.read(spec);
  }

  /// The final spec of the user.
  void last(String spec) {
    last = Yaml.read(spec);
  }

  void at(int time, String words, Consumer<Simulation> act) {
    var delay = chance.nextInt(maxDelay);
    add(new ScenarioStep(unit.multipliedBy(time).plusMillis(delay), words, act));
  }

  /// A step at the very moment that it names.
  void add(ScenarioStep step) {
    steps.add(step);
  }

  /// A step that is counted.
  void fault(int time, String counts, Consumer<Simulation> act) {
    at(
        time,
        "fault    " + counts,
        simulation -> {
          simulation.count(counts);
          act.accept(simulation);
        });
  }

  void edit(int time, String spec) {
    var patch = Yaml.read(spec);
    at(
        time,
        "user     patch web " + JsonText.write(patch),
        simulation -> simulation.patchSet(Json.of("spec", patch)));
  }

  /// The scenario lasts until then.
  void elapse(int time) {
    at(time, "         time passes", _ -> {});
  }
}
