package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/// Adds to some scenarios a user's change that takes back what has begun, at a bad moment. It has
/// its own random numbers, as `OutageMaker` has.
final class ReversalMaker {
  private static final int ONE_IN = 12;

  private static final String HOOK =
      "lifecycle: {preDelete: {labelsHandler: {hook-delete: 'on'}%s}}";

  private final Random chance;
  private final StepBuilder steps;

  ReversalMaker(long seed) {
    this.chance = new Random(seed * 6131 + 29);
    this.steps = new StepBuilder(chance, Duration.ofMillis(1), 300);
  }

  /// The scenario with a reversal, if it gets one.
  FaultScenario add(FaultScenario scenario) {
    return steps.addTo(
        scenario,
        ONE_IN,
        List.of(
            this::scaleDownWhileClaimsFail,
            this::scaleDownWhilePaused,
            this::budgetWhileNodesAreFull,
            this::policyAfterAScaleDown));
  }

  private void start(String rolling, String spec) {
    steps.start(
        """
        {replicas: 3, podManagementPolicy: %s, ordinals: null, reserveOrdinals: null,
         scaleStrategy: null, minReadySeconds: 0, %s,
         updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0, paused: false,
          unorderedUpdate: null, %s}}}
        """
            .formatted(steps.one("OrderedReady", "Parallel"), spec, rolling));
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

  /// The claims belong to pods that are wanted again, and cannot be taken from them. Their template
  /// may be gone by then.
  private void scaleDownWhileClaimsFail() {
    start(
        "maxUnavailable: 1, podUpdatePolicy: " + steps.one("ReCreate", "InPlaceIfPossible"),
        "%s, %s, %s"
            .formatted(
                claims(steps.one("Retain", "Delete"), "Delete"),
                HOOK.formatted(steps.one("", ", markPodNotReady: true")),
                template("app:1")));
    steps.edit(40_000, "{replicas: 1}");
    var code = chance.nextBoolean() ? 500 : 403;
    var denial =
        new Denial(
            request ->
                request.kind() == Kind.CLAIM && request.verb() == ApiRequest.Verb.STRATEGIC_PATCH,
            code,
            "claims keep their owners");
    steps.fault(40_600, "claim patches denied", simulation -> simulation.outages.deny(denial));
    var removed = steps.one("", ", volumeClaimTemplates: []");
    steps.edit(41_000, "{replicas: 3, %s%s}".formatted(template("app:2"), removed));
    if (chance.nextBoolean()) {
      steps.edit(55_000, "{lifecycle: null}");
    }
    steps.elapse(200_000);
  }

  /// Pods are prepared for their deletion and wanted again, and no update may begin.
  private void scaleDownWhilePaused() {
    start(
        "maxUnavailable: 1, podUpdatePolicy: " + steps.one("ReCreate", "InPlaceIfPossible"),
        "%s, %s"
            .formatted(
                HOOK.formatted(steps.one("", ", markPodNotReady: true")), template("app:1")));
    steps.edit(
        40_000,
        "{updateStrategy: {rollingUpdate: {paused: true}}, %s}".formatted(template("app:2")));
    steps.edit(60_000, "{replicas: 1}");
    steps.fault(61_000, "scale-downs taken back in a pause", _ -> {});
    steps.edit(61_000, "{replicas: 3}");
    steps.elapse(200_000);
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
    steps.fault(
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
    steps.edit(42_000, "{%s}".formatted(sized("200m")));
    steps.edit(
        50_000,
        "{updateStrategy: {rollingUpdate: {%s}}}"
            .formatted(steps.one("maxUnavailable: 1", "maxUnavailable: 1", "paused: true")));
    answerResizes(55_000, "infeasible");
    steps.elapse(200_000);
  }

  /// Claims whose pods are gone are to be kept after all.
  private void policyAfterAScaleDown() {
    start(
        "maxUnavailable: 1",
        "%s, lifecycle: null, %s".formatted(claims("Delete", "Retain"), template("app:1")));
    steps.edit(40_000, "{replicas: 1}");
    steps.fault(60_000, "policies changed after a scale-down", _ -> {});
    steps.edit(
        61_000,
        "{persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: %s}}"
            .formatted(steps.one("Retain", "Delete")));
    steps.elapse(200_000 + 60_000);
  }
}
