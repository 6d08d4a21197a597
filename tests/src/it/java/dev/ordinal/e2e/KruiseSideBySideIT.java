package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.docs.DefaultsPage;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Kruise;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sets that the real kruise-manager has made, with what it really wrote, on a control plane of
/// their own: we take them over, and the user's manifests are applied again.
@OnRealCluster("kruise-manager is what is taken over from")
class KruiseSideBySideIT {
  private static final String SETS = "apis/apps.kruise.io/v1beta1";

  @TempDir private Path folder;

  private static final String WEB =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web}
      spec:
        replicas: 3
        serviceName: web
        selector: {matchLabels: {app: web}}
        updateStrategy: {type: RollingUpdate, rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}
        template:
          metadata: {labels: {app: web}}
          spec:
            hostNetwork: false
            readinessGates: [{conditionType: InPlaceUpdateReady}]
            initContainers: [{name: init, image: "busybox:1"}]
            containers:
            - name: main
              image: IMAGE
              args: []
              ports: [{containerPort: 80}]
              env:
              - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
              - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
              - {name: EMPTY, value: ""}
              readinessProbe: {httpGet: {port: 80}, timeoutSeconds: 1}
              lifecycle: {preStop: {httpGet: {port: 80, path: /bye}}}
              resources: {limits: {cpu: "0.5", memory: 128Mi}}
              volumeMounts:
              - {name: data, mountPath: /data}
              - {name: tmp, mountPath: /tmp, readOnly: false}
            - {name: latest, image: busybox}
            volumes:
            - {name: tmp, emptyDir: {sizeLimit: 0.5Gi}}
            - name: all
              projected:
                sources:
                - serviceAccountToken: {path: token}
                - downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}
        volumeClaimTemplates:
        - metadata: {name: data}
          spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """;

  private Path manifest(String image) throws IOException {
    return Files.writeString(folder.resolve("web.yaml"), WEB.replace("IMAGE", image));
  }

  private static final String BARE =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: bare}
      spec:
        replicas: 1
        selector: {matchLabels: {app: bare}}
        updateStrategy: {type: RollingUpdate}
        template:
          metadata: {labels: {app: bare}}
          spec: {containers: [{name: app, image: "app:1"}]}
      """;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "server-side"})
  void manifestAppliedAgainAfterTheTakeoverRestartsNothing(String way) throws IOException {
    var file = manifest("nginx:1.27").toString();
    try (var rig = Rig.startBare();
        var kruise = Kruise.install(rig);
        var place = rig.enter("takeover")) {
      place.kubectl("apply", "-f", file);
      place.apply(BARE);
      place.await("Kruise's pods", () -> readyPods(place) == 4);
      assertThat(DefaultsPage.leaves(set(place, "bare").object("spec")))
          .isEqualTo(DefaultsPage.kruise());
      var before = uids(place);
      leave(kruise, place);
      install(place, way);

      try (var realm = Realm.open(place, folder)) {
        realm.awaitReady("web");
        realm.awaitReady("bare");
        place.kubectl("apply", "-f", file);
        place.apply(BARE);
        realm.awaitReady("web");
        realm.awaitReady("bare");

        assertThat(uids(place)).isEqualTo(before).hasSize(6);
        assertThat(Inheritance.restarts(place)).isEmpty();
        assertThat(place.list("apis/apps/v1", "controllerrevisions")).hasSize(2);
        assertThat(DefaultsPage.leaves(set(place, "bare").object("spec")))
            .containsAllEntriesOf(DefaultsPage.ordinal());

        changeInPlace(realm);
        assertThat(uids(place)).isEqualTo(before);
      }
    }
  }

  /// The first change after the takeover. It states another image, which no default explains: the
  /// server is not asked to compare.
  private void changeInPlace(Realm realm) throws IOException {
    var place = realm.cluster();
    place.kubectl("apply", "-f", manifest("nginx:1.28").toString());
    realm.awaitUpdated("web", 3);

    assertThat(Inheritance.restarts(place))
        .containsOnlyKeys("web-0/main", "web-1/main", "web-2/main");
    assertThat(place.audit().of("podtemplates").entries()).isEmpty();
  }

  @Test
  void kruiseManagerThatStillRunsIsTold() {
    try (var rig = Rig.startBare();
        var _ = Kruise.install(rig);
        var place = rig.enter("both")) {
      place.apply(BARE);
      place.await("Kruise's pod", () -> readyPods(place) == 1);
      place.kubectl("apply", "-f", "deploy/crd");
      try (var realm = Realm.open(place, folder, "--beside-kruise")) {
        realm.awaitReady("bare");
        assertThat(realm.events("bare", "KruiseStillRuns")).isEmpty();

        place.kubectl("scale", "asts", "bare", "--replicas=2");
        realm.await(
            "a word about kruise-manager",
            () -> !realm.events("bare", "KruiseStillRuns").isEmpty());
        assertThat(realm.controller().log())
            .contains(
                "bare is written to by kruise-manager as well: stop it, or uninstall Ordinal");
      }
    }
  }

  /// It has its Lease and its webhook, and leaves both behind.
  @Test
  void nothingIsWrittenWhileKruiseManagerRuns() {
    try (var rig = Rig.startBare();
        var kruise = Kruise.install(rig, "--enable-leader-election=true");
        var place = rig.enter("guard")) {
      place.apply(BARE);
      place.await("Kruise's pod", () -> readyPods(place) == 1);
      place.kubectl("apply", "-f", "deploy/crd");
      try (var realm = Realm.open(place, folder)) {
        realm.await(
            "the word that it observes",
            () -> realm.controller().log().contains("kruise-manager runs: Ordinal only observes"));
        assertThat(CommandRun.of(place, "adopt", "bare").output())
            .isEqualTo(
                """
                bare: is a set of apps.kruise.io/v1beta1 already, 1 pod, 1 revision
                  No pod restarts.
                """);
        // What follows is kruise-manager's work.
        place.kubectl("scale", "asts", "bare", "--replicas=2");
        place.await("Kruise's second pod", () -> readyPods(place) == 2);
        assertThat(realm.writes()).isEmpty();
        assertThat(warnings(place)).isNotEmpty();

        kruise.stop();
        realm.await(
            "the word that it acts",
            () -> realm.controller().log().contains("the controller acts from now on"));
        assertThat(realm.controller().log()).contains("its webhook is registered");
        deleteWebhooks(place);
        place.kubectl("scale", "asts", "bare", "--replicas=3");
        place.await("our pod", () -> readyPods(place) == 3);
        assertThat(realm.writes("create", "pods", "bare")).hasSize(1);
      }
    }
  }

  private static List<Json> warnings(Cluster place) {
    return place
        .api()
        .find("/api/v1/namespaces/kruise-system/events")
        .orElseThrow()
        .items("items")
        .stream()
        .filter(event -> ((Json.Obj) event).text("reason").equals("KruiseStillRuns"))
        .toList();
  }

  /// As the guide says: the webhooks have no server any more.
  private static void leave(Kruise kruise, Cluster place) {
    kruise.stop();
    deleteWebhooks(place);
  }

  private static void deleteWebhooks(Cluster place) {
    for (var kind : List.of("mutating", "validating")) {
      place.kubectl(
          "delete",
          kind + "webhookconfiguration",
          "kruise-%s-webhook-configuration".formatted(kind));
    }
  }

  private static void install(Cluster place, String way) {
    switch (way) {
      case "plain" -> place.kubectl("apply", "-f", "deploy/crd");
      default -> {
        place.kubectl(
            "patch",
            "crd",
            "statefulsets.apps.kruise.io",
            "--type=merge",
            "-p",
            "{\"spec\":{\"conversion\":{\"strategy\":\"None\",\"webhook\":null}}}");
        place.kubectl("apply", "--server-side", "--force-conflicts", "-f", "deploy/crd");
      }
    }
    var definition =
        place
            .api()
            .find(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                    + "statefulsets.apps.kruise.io")
            .orElseThrow();
    assertThat(definition.object("spec").object("conversion"))
        .isEqualTo(Json.of("strategy", Json.of("None")));
    assertThat(definition.object("spec").object("names").items("shortNames"))
        .containsExactly(Json.of("asts"));
  }

  private static long readyPods(Cluster place) {
    return place.list("api/v1", "pods").stream()
        .filter(pod -> Cluster.isTrue(pod, "Ready"))
        .count();
  }

  private static Json.Obj set(Cluster place, String name) {
    return place.find(SETS, "statefulsets", name).orElseThrow();
  }

  /// Of pods and sets.
  private static SortedMap<String, String> uids(Cluster place) {
    var found = new TreeMap<String, String>();
    place.list("api/v1", "pods").forEach(pod -> found.put(name(pod), uid(pod)));
    place
        .list(SETS, "statefulsets")
        .forEach(set -> found.put("StatefulSet " + name(set), uid(set)));
    return found;
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  private static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }
}
