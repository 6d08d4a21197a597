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

/// Gives some scenarios a set whose first template has pods that cannot start, and a user who
/// corrects the template. It has its own random numbers, as `OutageMaker` has.
final class FirstTemplateMaker {
  private static final int ONE_IN = 16;

  /// What is missing: a volume, which keeps all containers from being created, or the environment.
  private static final List<String> FAULTS =
      List.of(
          "{volumes: [{name: conf, configMap: {name: nope}}]}",
          "{volumes: [{name: conf, secret: {secretName: nope}}]}",
          "{containers: [{name: app, image: 'app:1', envFrom: [{configMapRef: {name: nope}}]}]}");

  private final Random chance;

  FirstTemplateMaker(long seed) {
    this.chance = new Random(seed * 15_485_863 + 31);
  }

  /// The scenario with such a template, if it gets one; half the time without any other steps.
  FaultScenario add(FaultScenario scenario) {
    if (chance.nextInt(ONE_IN) != 0) {
      return scenario;
    }
    var steps = new ArrayList<ScenarioStep>();
    if (chance.nextBoolean()) {
      steps.addAll(scenario.steps());
    }
    steps.add(correction());
    steps.sort(Comparator.comparing(ScenarioStep::at));
    var policy = chance.nextInt(4) == 0 ? "Parallel" : "OrderedReady";
    var start = Yaml.read("{replicas: 3, podManagementPolicy: %s}".formatted(policy));
    var fault = Yaml.read(FAULTS.get(chance.nextInt(FAULTS.size())));
    var spec = MergePatch.apply(scenario.set().object("spec"), start);
    return new FaultScenario(
        scenario.seed(),
        scenario.set().with("spec", MergePatch.apply(spec, template(fault))),
        steps,
        withoutVolumes(scenario.last()));
  }

  private static Json.Obj template(Json.Obj spec) {
    return Json.of("template", Json.of("spec", spec));
  }

  private ScenarioStep correction() {
    var containers = "{volumes: null, containers: [{name: app, image: 'app:2'}]}";
    var patch = Json.of("spec", template(Yaml.read(containers)));
    return new ScenarioStep(
        Duration.ofMillis(5_000 + chance.nextInt(60_000)),
        "user     patch web " + JsonText.write(patch),
        simulation -> {
          simulation.count("first templates corrected");
          simulation.patchSet(patch);
        });
  }

  /// The final template is a patch: what it does not name would stay.
  private static Json.Obj withoutVolumes(Json.Obj last) {
    var template = last.object("template");
    var spec = template.object("spec").with("volumes", new Json.Null());
    return last.with("template", template.with("spec", spec));
  }
}
