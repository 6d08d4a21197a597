package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.law.ClusterHistory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Runs a scenario to its end: first all steps, then a time without faults, in which the set must
/// reach its spec, and the controller must stop writing.
final class ScenarioRun {
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  /// Until then, pods may be created from a template that is not the last one.
  private static final Duration OLD_NEWS = Duration.ofSeconds(20);
  private static final Duration SILENCE = Duration.ofMinutes(20);

  private final FaultScenario scenario;
  final Simulation simulation;

  /// The result: what went wrong, if anything, and the trace.
  record Report(FaultScenario scenario, Optional<String> fault, Simulation simulation) {
    List<String> trace() {
      return simulation.trace;
    }

    /// The same for the same seed.
    long hash() {
      return trace().stream().mapToLong(String::hashCode).reduce(7, (all, line) -> all * 31 + line);
    }
  }

  private ScenarioRun(FaultScenario scenario) {
    this.scenario = scenario;
    this.simulation = new Simulation(scenario.seed());
  }

  static Report of(FaultScenario scenario) {
    var play = new ScenarioRun(scenario);
    try {
      play.run();
      return new Report(scenario, Optional.empty(), play.simulation);
    } catch (AssertionError | RuntimeException e) {
      play.simulation.say("end", e.toString());
      return new Report(scenario, Optional.of(kind(e)), play.simulation);
    }
  }

  private static String kind(Throwable e) {
    return e instanceof AssertionError
        ? String.valueOf(e.getMessage())
        : e + " at " + e.getStackTrace()[0];
  }

  private void run() {
    simulation.say("user", "create web " + JsonText.write(scenario.set().object("spec")));
    create();
    for (var step : scenario.steps()) {
      simulation.run(
          Duration.between(simulation.time.now(), Simulation.START.plusSeconds(1).plus(step.at())));
      simulation.say("", step.words());
      step.act().accept(simulation);
    }
    simulation.run(Duration.ofSeconds(5));
    endFaults();
    var before = simulation.asked();
    simulation.run(OLD_NEWS);
    List.copyOf(simulation.history.pods.values()).forEach(this::repair);
    simulation.run(PATIENCE);
    FinalChecks.check(simulation);
    var needed = simulation.asked() - before;
    if (needed > 200) {
      throw new AssertionError("%d requests to come to rest".formatted(needed));
    }
    var asked = simulation.asked();
    simulation.run(SILENCE);
    if (simulation.asked() != asked) {
      throw new AssertionError("%d requests at rest".formatted(simulation.asked() - asked));
    }
  }

  /// A contradictory spec is replaced by a plain one.
  private void create() {
    var reply = simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", scenario.set());
    if (!reply.isOk()) {
      simulation.say("", "refused: " + reply.body().text("message"));
      simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", RandomSpecs.plain());
    }
  }

  private void endFaults() {
    simulation.heal();
    simulation.say("user", "patch web " + JsonText.write(scenario.last()));
    if (simulation.history.sets.isEmpty()) {
      create();
    }
    if (!simulation.patchSet(Json.of("spec", scenario.last())).isOk()) {
      // An order of its own does not fit every set.
      simulation.patchSet(
          Yaml.read("{spec: {updateStrategy: {rollingUpdate: {unorderedUpdate: null}}}}"));
      simulation.patchSet(Json.of("spec", scenario.last()));
    }
    for (var job : List.copyOf(simulation.history.jobs.keySet())) {
      var going = Yaml.read("{spec: {parallelism: 2}}");
      simulation.patch(Names.API_VERSION, "imagepulljobs", job, going);
    }
    for (var pod : List.copyOf(simulation.history.pods.values())) {
      calm(pod);
    }
  }

  /// Removes the settings that make a pod fail.
  private void calm(PodView pod) {
    var annotations = Json.EMPTY;
    for (var wanted : List.of("evict", "phase", "stuck-termination", "ready")) {
      annotations = annotations.with("sim.ordinal.dev/" + wanted, new Json.Null());
    }
    simulation.patchPod(pod.name(), Json.of("metadata", Json.of("annotations", annotations)));
    repair(pod);
  }

  /// A pod that was taken out of the set is removed by hand, and so is one that never becomes ready
  /// and shows no sign of being broken, if it has to go or runs what the set calls its current
  /// revision: as natively, it is waited for.
  private void repair(PodView pod) {
    var set = Objects.requireNonNull(simulation.history.sets.get("web"));
    var isWanted =
        ClusterHistory.wanted(set.spec()).contains(Names.ordinal(set.name(), pod.name()));
    var isWaitedFor =
        (!isWanted || pod.revision().equals(set.status().currentRevision()))
            && pod.containers().stream().anyMatch(each -> each.image().endsWith("never-ready"));
    if (isWaitedFor || !pod.meta().label("app").equals("web")) {
      simulation.delete("v1", "pods", pod.name(), Json.EMPTY);
    }
  }
}
