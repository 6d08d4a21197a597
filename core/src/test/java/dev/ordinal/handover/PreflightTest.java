package dev.ordinal.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told before anything is written.
class PreflightTest {
  private static final String SET =
      """
      apiVersion: VERSION
      kind: StatefulSet
      metadata: {name: web, namespace: home, uid: set, generation: 2%s}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template: {metadata: {labels: {app: web}}, spec: {containers: [{name: a, image: "b:1"}]}}
        %s
      status: {replicas: 2, observedGeneration: 2, currentRevision: web-1, updateRevision: web-1}
      """;

  private static Json.Obj set(Way way, String metadata, String spec) {
    return Yaml.read(SET.formatted(metadata, spec).replace("VERSION", way.from()));
  }

  private static Json.Obj revision(int number, String image) {
    return Yaml.read(
        """
        metadata: {name: web-%1$d, labels: {app: web}}
        revision: %1$d
        data:
          spec:
            template:
              $patch: replace
              metadata: {labels: {app: web}}
              spec: {containers: [{name: a, image: "%2$s", imagePullPolicy: IfNotPresent}]}
        """
            .formatted(number, image));
  }

  private static Json.Obj pod(int ordinal, int revision, String more) {
    return Yaml.read(
        """
        metadata:
          name: web-%d
          labels: {app: web, controller-revision-hash: web-%d%s}
          ownerReferences: [{uid: set, controller: true}]
        """
            .formatted(ordinal, revision, more));
  }

  private static Preflight of(Way way, Json.Obj set, Json.Obj... pods) {
    return of(way, set, Surroundings.none(), pods);
  }

  private static Preflight of(Way way, Json.Obj set, Surroundings around, Json.Obj... pods) {
    var all = new Scene.Neighbours(List.of(pods), List.of(revision(1, "b:1"), revision(2, "b:2")));
    var scene =
        Scene.of(way, new Scene.Found(Optional.of(set), Optional.empty(), Optional.empty()), all);
    return Preflight.of(scene, set, around);
  }

  @Test
  void setAtRestMayGo() {
    var found = of(Way.ADOPT, set(Way.ADOPT, "", ""), pod(0, 1, ""), pod(1, 1, ""));
    assertThat(found).isEqualTo(new Preflight(List.of(), List.of(), List.of(), List.of()));
    assertThat(found.allows(false, false)).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pod of another template      |                                                | 1 2 | web-1: it runs another template, so it is updated
          partition keeps it           | updateStrategy: {rollingUpdate: {partition: 2}}| 1 2 |
          so does OnDelete             | updateStrategy: {type: OnDelete}               | 1 2 |
          pod beyond the replicas      |                                                | 3 1 | web-3: its ordinal is not wanted, so it is deleted
          unless ordinals begin higher | ordinals: {start: 2}                           | 3 1 |
          pod without its claim        | volumeClaimTemplates: [{metadata: {name: data}}]| 1 1 | web-1: it lacks the volume data-web-1, so it is replaced
          """)
  void podsThatWouldRestartAreNamed(String why, String spec, String pod, String expected) {
    var words = pod.split(" ");
    var found =
        of(
            Way.ADOPT,
            set(Way.ADOPT, "", spec == null ? "" : spec),
            pod(Integer.parseInt(words[0]), Integer.parseInt(words[1]), ""));
    assertThat(found.restarts())
        .as(why)
        .isEqualTo(expected == null ? List.of() : List.of(expected));
    assertThat(found.allows(false, false)).isEqualTo(expected == null);
    assertThat(found.allows(false, true)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reserveOrdinals: [1]                                              | spec.reserveOrdinals
          scaleStrategy: {maxUnavailable: 1}                                | spec.scaleStrategy
          lifecycle: {preDelete: {finalizersHandler: [a/b]}}                | spec.lifecycle
          progressDeadlineSeconds: 60                                       | spec.progressDeadlineSeconds
          volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}             | spec.volumeClaimUpdateStrategy
          updateStrategy: {rollingUpdate: {paused: true}}                   | spec.updateStrategy.rollingUpdate.paused
          updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceOnly}}   | spec.updateStrategy.rollingUpdate.podUpdatePolicy
          updateStrategy: {rollingUpdate: {inPlaceUpdateStrategy: {gracePeriodSeconds: 1}}} | spec.updateStrategy.rollingUpdate.inPlaceUpdateStrategy
          progressDeadlineSeconds: 600                                      |
          updateStrategy: {rollingUpdate: {podUpdatePolicy: ReCreate, paused: false}} |
          """)
  void whatTheNativeKindCannotExpressIsNamed(String spec, String field) {
    var found = of(Way.RELEASE, set(Way.RELEASE, "", spec));
    assertThat(found.losses())
        .map(line -> line.replaceAll(":.*", ""))
        .isEqualTo(field == null ? List.of() : List.of(field));
    assertThat(found.allows(false, true)).isEqualTo(field == null);
    assertThat(found.allows(true, true)).isTrue();
  }

  @Test
  void releasedSetKeepsWhatTheNativeKindHas() {
    var manifest =
        Manifest.of(
            set(
                Way.RELEASE,
                "",
                "updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1,"
                    + " maxUnavailable: 2, minReadySeconds: 9, podUpdatePolicy: ReCreate}}"),
            Way.RELEASE);
    assertThat(manifest.body().object("spec").object("updateStrategy"))
        .isEqualTo(
            Yaml.read("{type: RollingUpdate, rollingUpdate: {partition: 1, maxUnavailable: 2}}"));
    assertThat(manifest.body().object("spec").find("minReadySeconds")).contains(Json.of(9));
  }

  @Test
  void kubectlFindsWhatItApplied() {
    var note =
        ", annotations: {kubectl.kubernetes.io/last-applied-configuration:"
            + " '{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\"}'}";
    assertThat(
            Manifest.of(set(Way.ADOPT, note, ""), Way.ADOPT)
                .body()
                .object("metadata")
                .object("annotations")
                .text("kubectl.kubernetes.io/last-applied-configuration"))
        .isEqualTo("{\"apiVersion\":\"apps.kruise.io/v1beta1\",\"kind\":\"StatefulSet\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          , ownerReferences: [{kind: Database, name: db, controller: true}] | Database db controls the set, and would create it again
          , finalizers: [a/b]                                               | the set has finalizers
          , generation: 3                                                   | its controller has not seen the newest change yet
          """)
  void obstaclesCannotBeAccepted(String metadata, String expected) {
    var set =
        Yaml.read(
            SET.formatted(metadata, "")
                .replace("VERSION", "apps/v1")
                .replace(metadata.contains("generation") ? ", generation: 2" : "\u0000", ""));
    var found = of(Way.ADOPT, set);
    assertThat(found.obstacles()).singleElement().asString().startsWith(expected);
    assertThat(found.allows(true, true)).isFalse();
  }

  @Test
  void podInTheMiddleOfAnUpdateIsWaitedFor() {
    var found =
        of(
            Way.RELEASE,
            set(Way.RELEASE, "", ""),
            pod(0, 1, ", lifecycle.apps.kruise.io/state: Updating"),
            pod(1, 1, ", lifecycle.apps.kruise.io/state: Normal"));
    assertThat(found.obstacles())
        .containsExactly(
            "web-0 is in the middle of an update or of a hook (Updating): wait until it is over");
  }

  /// The native controller opens no gate, and a pod that was just created has none open yet.
  @Test
  void podWhoseGateNobodyHasOpenedYetIsWaitedFor() {
    var spec = "{readinessGates: [{conditionType: InPlaceUpdateReady}]}";
    var created = pod(0, 1, "").with("spec", Yaml.read(spec));
    var closed = created.with("status", gate("\"False\""));
    var open = created.with("status", gate("\"True\""));

    for (var pod : List.of(created, closed)) {
      assertThat(of(Way.RELEASE, set(Way.RELEASE, "", ""), pod).obstacles())
          .containsExactly(
              "web-0 is in the middle of an update or of a hook (InPlaceUpdateReady): wait until"
                  + " it is over");
    }
    assertThat(of(Way.RELEASE, set(Way.RELEASE, "", ""), open).obstacles()).isEmpty();
    assertThat(of(Way.ADOPT, set(Way.ADOPT, "", ""), created).obstacles()).isEmpty();
  }

  private static Json.Obj gate(String status) {
    return Yaml.read("{conditions: [{type: InPlaceUpdateReady, status: %s}]}".formatted(status));
  }

  @Test
  void neighboursAreChecked() {
    var selector = "spec: {selector: {matchLabels: {app: web}}}";
    var around =
        new Surroundings(
            List.of(
                Yaml.read(
                    "{metadata: {name: mine}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind:"
                        + " StatefulSet, name: web}}}"),
                Yaml.read(
                    "{metadata: {name: other}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind:"
                        + " Deployment, name: web}}}")),
            List.of(Yaml.read("metadata: {name: budget}\n" + selector)),
            List.of(),
            List.of());
    var set =
        set(
            Way.ADOPT,
            ", annotations: {meta.helm.sh/release-name: shop}, labels:"
                + " {argocd.argoproj.io/instance: x, helm.toolkit.fluxcd.io/name: y}",
            "serviceName: web");
    var found = of(Way.ADOPT, set, around);

    assertThat(found.notices())
        .map(line -> line.split(" ")[0] + " " + line.split(" ")[1])
        .containsExactly(
            "HorizontalPodAutoscaler mine",
            "PodDisruptionBudget budget",
            "Service web,",
            "Helm release",
            "Argo CD",
            "Flux deploys");
    assertThat(found.obstacles()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ReplicaSet            | matchLabels: {app: web}                           | true
          DaemonSet             | matchExpressions: [{key: app, operator: Exists}]  | true
          Job                   | matchLabels: {app: web}                           | true
          CloneSet              | matchLabels: {app: web}                           | true
          Advanced DaemonSet    | matchLabels: {app: web}                           | true
          ReplicationController | app: web                                          | true
          ReplicationController | app: other                                        | false
          Job                   | matchLabels: {app: web, controller-uid: 1}        | false
          """)
  void controllerThatWouldTakeThePodsIsAnObstacle(String kind, String selector, boolean isTold) {
    var taker =
        Yaml.read(
            "{kind: %s, metadata: {name: taker}, spec: {selector: {%s}}}"
                .formatted(kind, selector));
    var around = new Surroundings(List.of(), List.of(), List.of(), List.of(taker));
    var sentence = kind + " taker has a selector that finds the pods, and would adopt them";

    assertThat(of(Way.ADOPT, set(Way.ADOPT, "", ""), around).obstacles())
        .isEqualTo(isTold ? List.of(sentence) : List.of());
    assertThat(Surroundings.TAKERS).extracting(Surroundings.Taker::kind).contains(kind);
  }
}
