package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Random specs and changes of specs, over the whole schema.
final class RandomSpecs {
  static final String FINALIZER = "shop.example/hook";

  private final Random chance;

  /// The final template of the user, perhaps not for the first time.
  private final Json.Obj lastTemplate;

  /// The options of a spec beside its template, each as a patch of the spec.
  private final List<Supplier<String>> pieces =
      List.of(
          this::replicas,
          this::replicas,
          this::policy,
          this::ordinals,
          this::strategy,
          this::strategy,
          this::strategy,
          this::scaling,
          this::retention,
          this::times,
          this::history,
          this::hooks,
          this::hooks,
          this::claims);

  RandomSpecs(Random chance) {
    this.chance = chance;
    this.lastTemplate = template("app:9");
  }

  private String one(String... choices) {
    return choices[chance.nextInt(choices.length)];
  }

  static Json.Obj plain() {
    return Yaml.read(
        """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web}
        spec:
          replicas: 3
          serviceName: web
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: app, image: 'app:1'}]
        """);
  }

  Json.Obj set() {
    var plain = plain();
    var spec =
        plain
            .object("spec")
            .with("template", template(one("app:1", "app:2", "app:1", "app:2", "app:missing")));
    for (var i = chance.nextInt(6); i > 0; i--) {
      spec = MergePatch.apply(spec, piece());
    }
    return plain.with("spec", spec);
  }

  private Json.Obj piece() {
    return Yaml.read(pieces.get(chance.nextInt(pieces.size())).get());
  }

  /// A patch of the spec.
  Json.Obj edit() {
    return chance.nextInt(3) == 0
        ? piece()
        : Json.of("template", chance.nextInt(8) == 0 ? lastTemplate : template(image()));
  }

  /// The final spec of the user: everything updated, nothing held back.
  Json.Obj last() {
    return Yaml.read(
            """
            {replicas: %d, updateStrategy: {type: RollingUpdate,
             rollingUpdate: {partition: 0, paused: false, podUpdatePolicy: %s}}}
            """
                .formatted(1 + chance.nextInt(4), one("ReCreate", "InPlaceIfPossible")))
        .with("template", lastTemplate);
  }

  private String image() {
    return one("app:1", "app:2", "app:3", "app:4", "app:missing", "app:crash", "app:never-ready");
  }

  private Json.Obj template(String image) {
    var annotations = one("", "", "note: a", "note: b", "sim.ordinal.dev/ready-delay: 2s");
    var slow = one("", "", "sim.ordinal.dev/stop-delay: 4s", "sim.ordinal.dev/start-delay: 3s");
    var resources =
        one("", "", ", resources: {requests: {cpu: 100m}}", ", resources: {requests: {cpu: 200m}}");
    var side =
        one("", "", "", ", {name: side, image: 'side:1'}", ", {name: side, image: 'side:2'}");
    var labels =
        one("", ", tier: a", ", tier: b") + one("", ", hook-delete: 'on', hook-update: 'on'");
    var finalizers = one("", "", ", finalizers: ['" + FINALIZER + "']");
    // Evicted soon after their node is lost: the default of five minutes is longer than a scenario.
    var hasty =
        ", tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
            + " effect: NoExecute, tolerationSeconds: 5}]";
    var notes =
        annotations.isEmpty() || slow.isEmpty() ? annotations + slow : annotations + ", " + slow;
    return Yaml.read(
        """
        {metadata: {labels: {app: web%s}, annotations: {%s}%s},
         spec: {readinessGates: [{conditionType: InPlaceUpdateReady}], containers: [{name: app, image: '%s'%s}%s]%s}}
        """
            .formatted(labels, notes, finalizers, image, resources, side, one("", "", hasty)));
  }

  private String replicas() {
    return "{replicas: %d}".formatted(chance.nextInt(6));
  }

  private String policy() {
    return "{podManagementPolicy: %s}".formatted(one("OrderedReady", "Parallel", "Parallel"));
  }

  private String ordinals() {
    return one(
        "{ordinals: {start: 1}}",
        "{ordinals: {start: 0}}",
        "{reserveOrdinals: [1]}",
        "{reserveOrdinals: ['0-1', 3]}",
        "{reserveOrdinals: []}");
  }

  private String strategy() {
    var rolling =
        one(
            "partition: %d".formatted(chance.nextInt(4)),
            "maxUnavailable: %d".formatted(1 + chance.nextInt(3)),
            "maxUnavailable: 40%",
            "paused: true",
            "paused: false",
            "podUpdatePolicy: InPlaceIfPossible",
            "podUpdatePolicy: InPlaceIfPossible, maxUnavailable: 2",
            "podUpdatePolicy: InPlaceOnly",
            "podUpdatePolicy: InPlaceIfPossible, inPlaceUpdateStrategy: {gracePeriodSeconds: 4}",
            "minReadySeconds: 5");
    var priority =
        one(
            "orderPriority: [{orderedKey: tier}]",
            "weightPriority: [{weight: 5, matchSelector: {matchLabels: {tier: a}}}]");
    return switch (chance.nextInt(8)) {
      case 0 -> "{updateStrategy: {type: OnDelete}}";
      case 1 ->
          "{podManagementPolicy: Parallel, updateStrategy: {rollingUpdate: {unorderedUpdate: {priorityStrategy: {%s}}}}}"
              .formatted(priority);
      default -> "{updateStrategy: {type: RollingUpdate, rollingUpdate: {%s}}}".formatted(rolling);
    };
  }

  private String scaling() {
    return one(
        "{podManagementPolicy: Parallel, scaleStrategy: {maxUnavailable: 1}}",
        "{podManagementPolicy: Parallel, scaleStrategy: {maxUnavailable: 50%}}",
        "{scaleStrategy: null}");
  }

  private String retention() {
    return "{persistentVolumeClaimRetentionPolicy: {whenDeleted: %s, whenScaled: %s}}"
        .formatted(one("Retain", "Delete"), one("Retain", "Delete"));
  }

  private String times() {
    return one("{minReadySeconds: 3}", "{minReadySeconds: 0}", "{progressDeadlineSeconds: 20}");
  }

  private String history() {
    return "{revisionHistoryLimit: %d}".formatted(chance.nextInt(4));
  }

  private String hooks() {
    return one(
        "{lifecycle: null}",
        "{lifecycle: {preDelete: {labelsHandler: {hook-delete: 'on'}}}}",
        "{lifecycle: {preDelete: {labelsHandler: {hook-delete: 'on'}, markPodNotReady: true}}}",
        "{lifecycle: {preDelete: {finalizersHandler: ['%s']}}}".formatted(FINALIZER),
        "{lifecycle: {inPlaceUpdate: {labelsHandler: {hook-update: 'on'}}}}",
        "{lifecycle: {inPlaceUpdate: {labelsHandler: {hook-update: 'on'}, markPodNotReady: true}}}",
        "{lifecycle: {preNormal: {labelsHandler: {hook-normal: 'on'}}}}");
  }

  private String claims() {
    var data =
        "{metadata: {name: data}, spec: {storageClassName: disk, accessModes:"
            + " [ReadWriteOnce], resources: {requests: {storage: %dGi}}}}";
    var first = data.formatted(1 + chance.nextInt(3));
    return one(
        "{volumeClaimTemplates: [%s]}".formatted(first),
        "{volumeClaimTemplates: [%s, %s]}"
            .formatted(first, data.formatted(1).replace("name: data", "name: logs")),
        "{volumeClaimTemplates: []}",
        "{volumeClaimTemplates: [%s], volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}}"
            .formatted(first),
        "{volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}}");
  }
}
