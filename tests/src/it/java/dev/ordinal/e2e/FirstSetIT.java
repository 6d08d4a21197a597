package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The thin path through everything: a set applied to a real API server becomes pods.
@OnCluster
class FirstSetIT {
  private final Cluster cluster;
  private final Realm realm;

  FirstSetIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void stopController() {
    realm.close();
  }

  /// The manifest of the tutorial, with only its apiVersion changed.
  @Test
  void podsOfTheTutorialComeUpInOrderWithTheirClaims() {
    cluster.kubectl("apply", "-f", "examples/web.yaml");
    realm.awaitAvailable("web", 3);

    assertThat(cluster.kubectl("get", "pvc", "-o", "jsonpath={.items[*].status.phase}"))
        .isEqualTo("Bound Bound Bound");
    for (var ordinal : List.of(1, 2)) {
      var before = readySince(cluster.pod("web-" + (ordinal - 1)));
      // minReadySeconds is 10 in the manifest.
      assertThat(created(cluster.pod("web-" + ordinal)))
          .isAfterOrEqualTo(before.plus(Duration.ofSeconds(9)));
    }
    assertIdentity(cluster.pod("web-1"));

    assertThat(cluster.kubectl("get", "asts", "web", "--no-headers").split("\\s+"))
        .startsWith("web", "3", "3", "3", "3")
        .endsWith("3", "Ready");
    cluster.kubectl("scale", "asts", "web", "--replicas=5");
    realm.awaitAvailable("web", 5);
    assertThat(realm.writes("create", "pods", "web")).hasSize(5);
    assertThat(realm.writes("delete", "pods", "web")).isEmpty();
  }

  private static void assertIdentity(Json.Obj pod) {
    var labels = pod.object("metadata").object("labels");
    assertThat(labels.text("statefulset.kubernetes.io/pod-name")).isEqualTo("web-1");
    assertThat(labels.text("apps.kubernetes.io/pod-index")).isEqualTo("1");
    assertThat(labels.text("controller-revision-hash")).startsWith("web-");
    assertThat(pod.object("spec").text("hostname")).isEqualTo("web-1");
    assertThat(pod.object("spec").text("subdomain")).isEqualTo("nginx");
    assertThat(pod.object("spec").items("volumes").getFirst())
        .isEqualTo(
            Json.of("name", Json.of("www"))
                .with("persistentVolumeClaim", Json.of("claimName", Json.of("www-web-1"))));
  }

  @Test
  void parallelSetComesUpAtOnceAndGoesAtOnce() {
    cluster.apply(Realm.manifest("burst", 20, "podManagementPolicy: Parallel"));
    realm.awaitAvailable("burst", 20);
    assertThat(realm.writes("create", "pods", "burst")).hasSize(20);

    cluster.kubectl("scale", "asts", "burst", "--replicas=0");
    cluster.await("no pods", () -> realm.pods("burst").isEmpty());
    assertThat(realm.writes("delete", "pods", "burst")).hasSize(20);
  }

  @Test
  void killedControllerGoesOnWhereItWasWithNoSpuriousWrite() {
    cluster.apply(Realm.manifest("phoenix", 6, ""));
    cluster.await("two pods", () -> realm.pods("phoenix").size() >= 2);
    realm.controller().kill();
    assertThat(realm.pods("phoenix")).hasSizeLessThan(6);

    realm.startAgain();
    realm.awaitAvailable("phoenix", 6);
    assertThat(realm.writes("create", "pods", "phoenix"))
        .extracting(Audit.Entry::name)
        .containsExactly(
            "phoenix-0", "phoenix-1", "phoenix-2", "phoenix-3", "phoenix-4", "phoenix-5");
    assertThat(realm.writes("create", "controllerrevisions", "phoenix")).hasSize(1);

    assertThat(realm.controller().stop()).isZero();
    var settled = realm.writes().size();
    realm.startAgain();
    cluster.kubectl("scale", "asts", "phoenix", "--replicas=7");
    realm.awaitAvailable("phoenix", 7);
    assertThat(realm.writes().get(settled)).hasToString("create pods phoenix-6 201");
  }

  private static Instant created(Json.Obj pod) {
    return Instant.parse(pod.object("metadata").text("creationTimestamp"));
  }

  private static Instant readySince(Json.Obj pod) {
    return pod.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals("Ready"))
        .map(condition -> Instant.parse(condition.text("lastTransitionTime")))
        .findFirst()
        .orElseThrow();
  }
}
