package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Kruise's documentation says about which pods there are.
@OnCluster
class GuideScaleIT {
  private static final String INDEX = "apps.kubernetes.io/pod-index";

  private final Guide guide;
  @TempDir private Path elsewhere;

  GuideScaleIT(Cluster home, @TempDir Path folder) {
    this.guide = Guide.open(home, folder);
  }

  @AfterEach
  void close() {
    guide.close();
  }

  @Test
  @OnRealCluster("the native controller is what is compared")
  void ordinarySetNeedsAnotherApiVersionAndNothingElse() {
    var ordinary = Guide.read("migration.yaml");
    var ours = ordinary.replace("apiVersion: apps/v1\n", "apiVersion: apps.kruise.io/v1beta1\n");
    try (var natively = guide.cluster().rig().enter("natively")) {
      assertThat(natively.apply(ordinary)).contains("statefulset.apps/sample created");
      assertThat(guide.cluster().apply(ours)).contains("statefulset.apps.kruise.io/sample created");
      guide.realm().awaitReady("sample");

      for (var pod : List.of("sample-0", "sample-1", "sample-2")) {
        natively.await(pod + " to be ready", () -> natively.isReady(pod));
        assertThat(identity(guide.cluster().pod(pod))).isEqualTo(identity(natively.pod(pod)));
      }
    }
  }

  /// The identity of a pod. The hash in the revision's name depends on the controller.
  private static String identity(Json.Obj pod) {
    return "%s %s %s"
        .formatted(
            pod.object("spec").text("hostname"),
            pod.object("spec").text("subdomain"),
            pod.object("metadata").object("labels").without("controller-revision-hash"));
  }

  @Test
  void podsBeginAtTheStartOrdinalAndCarryTheirIndex() {
    guide.bringUp("start-ordinal.yaml");

    guide.awaitPods("sample-3", "sample-4", "sample-5", "sample-6", "sample-7");
    assertThat(guide.pods().keySet())
        .extracting(pod -> guide.label(guide.cluster().pod(pod), INDEX))
        .containsExactly("3", "4", "5", "6", "7");
  }

  @Test
  void podsMayBeCountedFromOne() {
    guide.cluster().apply(Guide.read("start-ordinal.yaml").replace("start: 3", "start: 1"));

    guide.awaitPods("sample-1", "sample-2", "sample-3", "sample-4", "sample-5");
  }

  @Test
  void setMovesToAnotherNamespacePodByPod() {
    try (var team = Guide.open(guide.cluster(), elsewhere)) {
      guide.cluster().apply(Guide.read("start-ordinal.yaml").replace("start: 3", "start: 0"));
      guide.awaitPods("sample-0", "sample-1", "sample-2", "sample-3", "sample-4");
      var stay = guide.pods().headMap("sample-3");

      guide.merge("{\"spec\":{\"replicas\":3}}");
      guide.awaitPods("sample-0", "sample-1", "sample-2");
      team.cluster().apply(Guide.read("start-ordinal.yaml").replace("replicas: 5", "replicas: 2"));
      team.awaitPods("sample-3", "sample-4");

      assertThat(guide.pods()).isEqualTo(stay);
    }
  }

  @Test
  void reservedOrdinalIsSkippedAndItsPodMovesOn() {
    guide.bringUp("reserve-ordinals.yaml");
    guide.awaitPods("sample-0", "sample-2", "sample-3", "sample-4");
    var before = guide.pods();

    guide.merge("{\"spec\":{\"reserveOrdinals\":[1,3]}}");
    guide.awaitPods("sample-0", "sample-2", "sample-4", "sample-5");

    assertThat(guide.pods())
        .contains(
            Map.entry("sample-0", before.get("sample-0")),
            Map.entry("sample-2", before.get("sample-2")),
            Map.entry("sample-4", before.get("sample-4")));
  }

  @Test
  void reservedOrdinalWithOneReplicaLessRemovesThatPodAlone() {
    guide.bringUp("reserve-ordinals.yaml");
    var before = guide.pods();

    guide.merge("{\"spec\":{\"reserveOrdinals\":[1,3],\"replicas\":3}}");
    guide.awaitPods("sample-0", "sample-2", "sample-4");

    before.remove("sample-3");
    assertThat(guide.pods()).isEqualTo(before);
  }

  /// Pods are not ready before the test says so.
  @Test
  void tenPercentOfAHundredPodsStartAtATime() {
    try (var scenario = guide.scenario()) {
      guide.cluster().apply(Guide.read("scale-strategy.yaml"));
      guide.realm().await("ten pods", () -> scenario.lines("created").size() >= 10);
      guide.annotate("sample-3", "sim.ordinal.dev/ready=true");
      guide.realm().await("one more", () -> scenario.lines("created").contains("sample-10"));

      var first = IntStream.range(0, 10).mapToObj(ordinal -> "created sample-" + ordinal).toList();
      var lines = scenario.lines();
      assertThat(lines.subList(0, 10)).containsExactlyInAnyOrderElementsOf(first);
      assertThat(lines.subList(10, lines.size()))
          .containsExactly("ready sample-3", "created sample-10");

      guide.realm().await("all pods", this::isAllReady);
      scenario.catchUp();
      assertThat(scenario.mostDown()).isEqualTo(10);
      assertThat(scenario.lines("created")).hasSize(100).doesNotHaveDuplicates();
    }
  }

  /// Whatever runs by now is said to be ready.
  private boolean isAllReady() {
    guide
        .cluster()
        .kubectl(
            "annotate", "pods", "-l", "app=sample", "sim.ordinal.dev/ready=true", "--overwrite");
    return guide.realm().status("sample", "availableReplicas").equals("100");
  }

  @Test
  void claimsGoWithPodsThatAreScaledAwayAndStayWithTheSet() {
    guide.bringUp("retention.yaml");
    assertThat(guide.realm().claims())
        .containsExactly("www-sample-0", "www-sample-1", "www-sample-2");

    guide.merge("{\"spec\":{\"replicas\":2}}");
    awaitClaims("www-sample-0", "www-sample-1");
    guide.cluster().kubectl("delete", "asts", "sample", "--cascade=foreground");
    guide.awaitPods();

    assertThat(guide.realm().claims()).containsExactly("www-sample-0", "www-sample-1");
  }

  @Test
  void claimsStayWithPodsThatAreScaledAwayAndGoWithTheSet() {
    guide
        .cluster()
        .apply(
            Guide.read("retention.yaml")
                .replace("whenDeleted: Retain", "whenDeleted: Delete")
                .replace("whenScaled: Delete", "whenScaled: Retain"));
    guide.realm().awaitReady("sample");

    guide.merge("{\"spec\":{\"replicas\":2}}");
    guide.awaitPods("sample-0", "sample-1");
    assertThat(guide.realm().claims())
        .containsExactly("www-sample-0", "www-sample-1", "www-sample-2");
    guide.cluster().kubectl("delete", "asts", "sample");
    awaitClaims();
  }

  private void awaitClaims(String... names) {
    guide.realm().await("claims", () -> guide.realm().claims().equals(List.of(names)));
  }
}
