package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Gives some scenarios a user who takes back what has begun, at a bad moment. It has a chance of
/// its own, as `OutageMaker` has.
final class ReversalMaker {
  private static final int ONE_IN = 12;

  private static final String HOOK =
      "lifecycle: {preDelete: {labelsHandler: {hook-delete: 'on'}%s}}";

  private final Random chance;
  private final List<ScenarioStep> steps = new ArrayList<>();
  private Json.Obj start = Json.EMPTY;

  ReversalMaker(long seed) {
    this.chance = new Random(seed * 6131 + 29);
  }

  /// The scenario with a reversal, if it is to have one: then it is half the time about nothing
  /// else.
  FaultScenario add(FaultScenario scenario) {
    if (chance.nextInt(ONE_IN) != 0) {
      return scenario;
    }
    var isAlone = chance.nextBoolean();
    var kinds =
        List.<Runnable>of(
            this::scaleDownWhileClaimsFail,
            this::scaleDownWhilePaused,
            this::budgetWhileNodesAreFull,
            this::policyAfterAScaleDown);
    kinds.get(chance.nextInt(kinds.size())).run();
    if (!isAlone) {
      steps.addAll(scenario.steps());
    }
    steps.sort(Comparator.comparing(ScenarioStep::at));
    var set = scenario.set().with("spec", MergePatch.apply(scenario.set().object("spec"), start));
    return new FaultScenario(scenario.seed(), set, steps, scenario.last());
  }

  private String one(String... choices) {
    return choices[chance.nextInt(choices.length)];
  }

  private void at(int millis, String words, Consumer<Simulation> act) {
    var jitter = chance.nextInt(300);
    steps.add(new ScenarioStep(Duration.ofMillis(millis + jitter), words, act));
  }

  private void start(String rolling, String spec) {
    start =
        Yaml.read(
            """
            {replicas: 3, podManagementPolicy: %s, ordinals: null, reserveOrdinals: null,
             scaleStrategy: null, minReadySeconds: 0, %s,
             updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0, paused: false,
              unorderedUpdate: null, %s}}}
            """
                .formatted(one("OrderedReady", "Parallel"), spec, rolling));
  }

  private void edit(int millis, String spec) {
    var patch = Yaml.read(spec);
    at(
        millis,
        "user     patch web " + JsonText.write(patch),
        simulation -> simulation.patchSet(Json.of("spec", patch)));
  }

  private static String template(String image) {
    return "template: {metadata: {labels: {app: web, hook-delete: 'on'}}, spec: {containers: [{name: app, image: '%s'}]}}"
        .formatted(image);
  }

  private static String claims(String whenDeleted, String whenScaled) {
    return """
        persistentVolumeClaimRetentionPolicy: {whenDeleted: %s, whenScaled: %s},
        volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: disk,
          accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]
        """
        .formatted(whenDeleted, whenScaled);
  }

  private void count(int millis, String counts, Consumer<Simulation> act) {
    at(
        millis,
        "fault    " + counts,
        simulation -> {
          simulation.count(counts);
          act.accept(simulation);
        });
  }

  /// The claims belong to pods that are wanted again, and cannot be taken from them.
  private void scaleDownWhileClaimsFail() {
    start(
        "maxUnavailable: 1, podUpdatePolicy: " + one("ReCreate", "InPlaceIfPossible"),
        "%s, %s, %s"
            .formatted(
                claims(one("Retain", "Delete"), "Delete"),
                HOOK.formatted(one("", ", markPodNotReady: true")),
                template("app:1")));
    edit(40_000, "{replicas: 1}");
    var code = chance.nextBoolean() ? 500 : 403;
    var denial =
        new Denial(
            request ->
                request.kind() == Kind.CLAIM && request.verb() == ApiRequest.Verb.STRATEGIC_PATCH,
            code,
            "claims keep their owners");
    count(40_600, "claim patches denied", simulation -> simulation.outages.deny(denial));
    edit(41_000, "{replicas: 3, %s}".formatted(template("app:2")));
    if (chance.nextBoolean()) {
      edit(55_000, "{lifecycle: null}");
    }
    at(200_000, "         time passes", _ -> {});
  }

  /// Pods are prepared for their deletion and wanted again, and no update may begin.
  private void scaleDownWhilePaused() {
    start(
        "maxUnavailable: 1, podUpdatePolicy: " + one("ReCreate", "InPlaceIfPossible"),
        "%s, %s".formatted(HOOK.formatted(one("", ", markPodNotReady: true")), template("app:1")));
    edit(
        40_000,
        "{updateStrategy: {rollingUpdate: {paused: true}}, %s}".formatted(template("app:2")));
    edit(60_000, "{replicas: 1}");
    count(61_000, "scale-downs taken back in a pause", _ -> {});
    edit(61_000, "{replicas: 3}");
    at(200_000, "         time passes", _ -> {});
  }

  private static String sized(String cpu) {
    return ("template: {metadata: {labels: {app: web, tier: null, hook-update: null, hook-delete: null},"
            + " annotations: null, finalizers: null}, spec: {tolerations: null, containers: [{name: app,"
            + " image: 'app:1', resources: {requests: {memory: 64Mi, cpu: '%s'}}}]}}")
        .formatted(cpu);
  }

  private void answerResizes(int millis, String answer) {
    var patch =
        Yaml.read("{metadata: {annotations: {sim.ordinal.dev/resize: %s}}}".formatted(answer));
    count(
        millis,
        "resizes " + answer,
        simulation ->
            List.of("web-0", "web-1", "web-2").forEach(pod -> simulation.patchPod(pod, patch)));
  }

  /// All pods wait for room on their nodes, then fewer may be down, or none, and then there will
  /// never be room.
  private void budgetWhileNodesAreFull() {
    start(
        "maxUnavailable: 3, podUpdatePolicy: InPlaceIfPossible",
        "lifecycle: null, %s".formatted(sized("100m")));
    answerResizes(40_000, "deferred");
    edit(42_000, "{%s}".formatted(sized("200m")));
    edit(
        50_000,
        "{updateStrategy: {rollingUpdate: {%s}}}"
            .formatted(one("maxUnavailable: 1", "maxUnavailable: 1", "paused: true")));
    answerResizes(55_000, "infeasible");
    at(200_000, "         time passes", _ -> {});
  }

  /// Claims whose pods are gone are to be kept after all.
  private void policyAfterAScaleDown() {
    start(
        "maxUnavailable: 1",
        "%s, lifecycle: null, %s".formatted(claims("Delete", "Retain"), template("app:1")));
    edit(40_000, "{replicas: 1}");
    count(60_000, "policies changed after a scale-down", _ -> {});
    edit(
        61_000,
        "{persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: %s}}"
            .formatted(one("Retain", "Delete")));
    at(200_000 + 60_000, "         time passes", _ -> {});
  }
}
