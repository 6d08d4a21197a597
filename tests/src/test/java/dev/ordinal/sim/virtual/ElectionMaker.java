package dev.ordinal.sim.virtual;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Adds to some scenarios a second controller, with which the first elects a leader, and lets the
/// leader go in the middle of a rollout. It has its own random numbers, as `OutageMaker` has.
final class ElectionMaker {
  private static final int ONE_IN = 12;
  private static final int SECONDS = 90;

  private final Random chance;
  private final StepBuilder steps;

  ElectionMaker(long seed) {
    this.chance = new Random(seed * 7877 + 17);
    this.steps = new StepBuilder(chance, Duration.ofSeconds(1), 1000);
  }

  /// The scenario with an election, if it gets one.
  FaultScenario add(FaultScenario scenario) {
    return steps.addTo(scenario, ONE_IN, List.of(this::elect));
  }

  private void elect() {
    steps.add(new ScenarioStep(Duration.ZERO, "fault    election", Simulation::elect));
    var rollouts = 1 + chance.nextInt(3);
    for (var number = 0; number < rollouts; number++) {
      steps.edit(
          2 + chance.nextInt(SECONDS),
          "{template: {spec: {containers: [{name: app, image: 'app:%d'}]}}}".formatted(2 + number));
    }
    var troubles = 1 + chance.nextInt(4);
    for (var number = 0; number < troubles; number++) {
      trouble(1 + chance.nextInt(SECONDS));
    }
    steps.elapse(SECONDS + 40);
  }

  private void trouble(int at) {
    var span = Duration.ofMillis(chance.nextInt(40_000));
    var speed = 0.85 + chance.nextInt(31) / 100.0;
    var skew = Duration.ofSeconds(chance.nextInt(7200) - 3600);
    switch (chance.nextInt(7)) {
      case 0 -> fault(at, "leader crashes", SimulatedController::crash);
      case 1 -> fault(at, "leader restarts", SimulatedController::restart);
      case 2 -> fault(at, "leader stands still", it -> it.process().pause(span, false));
      case 3 -> fault(at, "machine is suspended", it -> it.process().pause(span, true));
      case 4 -> fault(at, "uptime runs at another speed", it -> it.process().speed(speed));
      case 5 -> fault(at, "wall clock is set", it -> it.skew(skew));
      default ->
          fault(
              at,
              "lease is out of reach",
              it -> it.election().ifPresent(election -> election.cutOff(span)));
    }
  }

  private void fault(int at, String counts, Consumer<SimulatedController> act) {
    steps.fault(at, counts, simulation -> act.accept(simulation.leader()));
  }
}
