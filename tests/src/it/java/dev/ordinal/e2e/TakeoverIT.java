package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.proof.KruiseState;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Sets that kruise-manager has left, in mid-work or at rest, on the real API server: we go on
/// where it stopped, and it could go on where we stop.
@OnCluster
class TakeoverIT {
  private static final String LIFE = "lifecycle.apps.kruise.io/state";

  private final Cluster cluster;
  @TempDir private Path folder;

  TakeoverIT(Cluster cluster) {
    this.cluster = cluster;
  }

  private static List<String> podWrites(Realm realm, String... verbs) {
    return realm.writes().stream()
        .filter(entry -> entry.resource().equals("pods"))
        .filter(entry -> verbs.length == 0 || List.of(verbs).contains(entry.verb()))
        .map(Audit.Entry::toString)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"settled", "updated-before", "alpha", "history"})
  void setAtRestIsLeftAtRest(String state) {
    try (var place = cluster.rig().enter("takeover")) {
      Inheritance.leave(place, KruiseState.load(state));
      var revisions = place.list("apis/apps/v1", "controllerrevisions").size();
      try (var realm = Realm.open(place, folder)) {
        var before = realm.pods("web");
        realm.awaitReady("web");

        assertThat(podWrites(realm)).isEmpty();
        assertThat(realm.pods("web")).isEqualTo(before).hasSize(3);
        assertThat(Inheritance.restarts(place)).isEmpty();
        assertThat(place.list("apis/apps/v1", "controllerrevisions")).hasSize(revisions);
      }
    }
  }

  /// The restarts are those that the new images need, and each happens once.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gate-closed                 | main
          updating                    | main
          updating-legacy             | main
          grace-over                  | main
          grace-legacy                | main
          batch                       | main sidecar
          labels-only                 | -
          grace-taken-back            | -
          mark-left-behind            | -
          gate-without-marks          | -
          preparing-delete-undone     | -
          preparing-update-taken-back | -
          """)
  void whatKruiseHadBegunIsFinished(String state, String restarted) {
    var expected = new TreeMap<String, String>();
    for (var container : restarted.split(" ")) {
      for (var pod = 0; pod < 3 && !container.equals("-"); pod++) {
        expected.put("web-%d/%s".formatted(pod, container), "1");
      }
    }
    try (var place = cluster.rig().enter("takeover")) {
      Inheritance.leave(place, KruiseState.load(state));
      try (var realm = Realm.open(place, folder)) {
        var before = realm.pods("web");
        realm.awaitReady("web");

        assertThat(realm.pods("web")).isEqualTo(before).hasSize(3);
        assertThat(Inheritance.restarts(place)).isEqualTo(expected);
        assertThat(podWrites(realm, "delete", "create")).isEmpty();
        for (var pod : before.keySet()) {
          assertThat(label(place.pod(pod), LIFE)).isEqualTo("Normal");
        }
      }
    }
  }

  private static String label(Json.Obj pod, String key) {
    return pod.object("metadata").object("labels").text(key);
  }

  @Test
  void claimsGetTheirOwnerAndKeepTheirVolumes() {
    try (var place = cluster.rig().enter("takeover")) {
      Inheritance.leave(place, KruiseState.load("claims"));
      var volumes = volumes(place);
      try (var realm = Realm.open(place, folder)) {
        realm.awaitReady("web");
        var owner = realm.set("web").object("metadata").text("uid");
        realm.await(
            "the set to control all claims",
            () ->
                place.list("api/v1", "persistentvolumeclaims").stream()
                    .allMatch(claim -> isControlledBy(claim, owner)));

        assertThat(volumes(place)).isEqualTo(volumes).hasSize(3);
        assertThat(podWrites(realm)).isEmpty();
      }
    }
  }

  private static Map<String, String> volumes(Cluster place) {
    var volumes = new TreeMap<String, String>();
    for (var claim : place.list("api/v1", "persistentvolumeclaims")) {
      volumes.put(claim.object("metadata").text("uid"), claim.object("spec").text("volumeName"));
    }
    return volumes;
  }

  private static boolean isControlledBy(Json.Obj claim, String uid) {
    return claim.object("metadata").items("ownerReferences").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(
            owner ->
                owner.text("uid").equals(uid)
                    && owner.find("controller").filter(Json.of(true)::equals).isPresent());
  }

  /// The way back: what stands on a pod while it waits out its grace period.
  @Test
  void graceThatWeBeginIsInKruisesShape() {
    try (var place = cluster.rig().enter("takeover")) {
      Inheritance.leave(
          place,
          KruiseState.load("rolling")
              .with(
                  "spec: {updateStrategy: {rollingUpdate: {inPlaceUpdateStrategy:"
                      + " {gracePeriodSeconds: 3600}}}}"));
      try (var realm = Realm.open(place, folder)) {
        realm.await("a grace period", () -> !annotation(place, "inplace-update-grace").isEmpty());
        realm.controller().kill();
      }

      assertThat(annotation(place, "inplace-update-grace"))
          .isEqualTo(
              """
              {"containerImages":{"main":"app:2"},"graceSeconds":3600,\
              "revision":"web-556c599f76"}""");
      assertThat(annotation(place, "inplace-update-state"))
          .matches(
              """
              \\{"lastContainerStatuses":\\{\\},"revision":"web-556c599f76","updateImages":true,\
              "updateTimestamp":"[0-9-]{10}T[0-9:]{8}Z"}""");
      assertGateIsClosed(place.pod("web-2"), "web-556c599f76");
    }
  }

  /// The way back: what stands on a pod between two batches, one of which never gets ready.
  @Test
  void batchThatWeBeginIsInKruisesShape() {
    try (var place = cluster.rig().enter("takeover")) {
      Inheritance.leave(place, KruiseState.load("settled"));
      try (var realm = Realm.open(place, folder)) {
        realm.awaitReady("web");
        realm.kubectl(
            "patch",
            "asts",
            "web",
            "--type=json",
            "-p",
            """
            [{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"app:2"},
             {"op":"replace","path":"/spec/template/spec/containers/1/image",
              "value":"sidecar:never-ready"}]""");
        realm.await(
            "a first batch", () -> annotation(place, "inplace-update-state").contains("next"));
        realm.controller().kill();
      }
      var revision = label(place.pod("web-2"), "controller-revision-hash");

      assertThat(annotation(place, "inplace-update-state"))
          .matches(
              """
              \\{"containerBatchesRecord":\\[\\{"containers":\\["sidecar"],"timestamp":"[^"]+"}],\
              "lastContainerStatuses":\\{"sidecar":\\{"containerID":"[^"]+","imageID":"sidecar@sha256:\
              76e31d001c3ae9ce0cfa00ce2cad5e2915b4f363d804e22162b4fe990ed778a4"}},\
              "nextContainerImages":\\{"main":"app:2"},\
              "preCheckBeforeNext":\\{"containersRequiredReady":\\["sidecar"]},\
              "revision":"%s","updateImages":true,"updateTimestamp":"[^"]+"}"""
                  .formatted(revision));
      assertGateIsClosed(place.pod("web-2"), revision);
    }
  }

  private static String annotation(Cluster place, String name) {
    var annotations = place.pod("web-2").object("metadata").object("annotations");
    return annotations.text("apps.kruise.io/" + name);
  }

  private static void assertGateIsClosed(Json.Obj pod, String revision) {
    assertThat(label(pod, "controller-revision-hash")).isEqualTo(revision).startsWith("web-");
    assertThat(label(pod, LIFE)).isEqualTo("Updating");
    assertThat(pod.object("status").items("conditions"))
        .map(Json.Obj.class::cast)
        .anyMatch(
            condition ->
                condition.text("type").equals("InPlaceUpdateReady")
                    && condition.text("status").equals("False")
                    && condition.text("reason").equals("StartInPlaceUpdate"));
  }
}
