package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Names;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Random jobs that pull an image, over their whole schema, and edits of them.
final class JobMaker {
  private static final int SPAN = 40_000;

  private final Random chance;
  private final String name;

  JobMaker(Random chance) {
    this.chance = chance;
    this.name = "pull-" + chance.nextInt(3);
  }

  private String one(String... choices) {
    return choices[chance.nextInt(choices.length)];
  }

  /// It is created, and often changed or deleted before it is done.
  List<ScenarioStep> life(Duration at) {
    var steps = new ArrayList<ScenarioStep>();
    var spec = spec();
    steps.add(
        new ScenarioStep(
            at,
            "user     create %s %s".formatted(name, JsonText.write(spec)),
            simulation -> {
              simulation.count("pull jobs");
              var job =
                  Yaml.read("{apiVersion: apps.kruise.io/v1beta1, kind: ImagePullJob}")
                      .with("metadata", Json.of("name", Json.of(name)))
                      .with("spec", spec);
              simulation.post(Names.API_VERSION, "imagepulljobs", "shop", job);
            }));
    if (chance.nextBoolean()) {
      steps.add(change(at.plusMillis(chance.nextInt(SPAN))));
    }
    if (chance.nextInt(3) == 0) {
      steps.add(end(at.plusMillis(chance.nextInt(SPAN))));
    }
    return steps;
  }

  private ScenarioStep change(Duration at) {
    var spec = Yaml.read("{%s}".formatted(parallelism()));
    return new ScenarioStep(
        at,
        "user     patch %s %s".formatted(name, JsonText.write(spec)),
        simulation ->
            simulation.patch(Names.API_VERSION, "imagepulljobs", name, Json.of("spec", spec)));
  }

  private ScenarioStep end(Duration at) {
    var options = Json.of("propagationPolicy", Json.of(one("Background", "Foreground")));
    return new ScenarioStep(
        at,
        "user     delete " + name,
        simulation -> simulation.delete(Names.API_VERSION, "imagepulljobs", name, options));
  }

  private Json.Obj spec() {
    return Yaml.read(
        "{image: '%s', %s, %s, %s%s}"
            .formatted(
                one("pull:1", "pull:2", "pull:missing", "app:3"),
                parallelism(),
                "pullPolicy: {timeoutSeconds: %s, backoffLimit: %s}"
                    .formatted(one("1", "5", "600"), one("0", "1", "3")),
                completion(),
                scope()));
  }

  private String parallelism() {
    return "parallelism: " + one("0", "1", "1", "2", "3", "50%");
  }

  private String completion() {
    return "completionPolicy: "
        + one(
            "{type: Always}",
            "{type: Always, ttlSecondsAfterFinished: 5}",
            "{type: Always, activeDeadlineSeconds: 8}",
            "{type: Never}");
  }

  private String scope() {
    return one(
        "",
        ", selector: {names: [node-1, node-3, node-9]}",
        ", selector: {matchLabels: {kubernetes.io/hostname: node-2}}",
        ", selector: {matchExpressions: [{key: kubernetes.io/hostname, operator: NotIn, values:"
            + " [node-0]}]}",
        ", podSelector: {matchLabels: {app: web}}");
  }
}
