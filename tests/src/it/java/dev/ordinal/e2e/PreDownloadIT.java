package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Nodes;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Sets that have their images pulled ahead of a rollout, on nodes of their own.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class PreDownloadIT {
  private static final int NODES = 10;
  private static final int PODS = 20;
  private static final String AHEAD = "apps.kruise.io/image-predownload-";

  private final Cluster cluster;
  private final Realm realm;

  PreDownloadIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm =
        Realm.open(cluster, folder, "--feature-gates=PreDownloadImageForInPlaceUpdate=true");
  }

  @BeforeAll
  void addNodes() {
    for (var number = 0; number < NODES; number++) {
      cluster.rig().nodes().registerReserved("ahead-" + number);
    }
    for (var number = 0; number < NODES; number++) {
      cluster.kubectl("label", "node", "ahead-" + number, "pool=ahead");
    }
  }

  @AfterAll
  void close() {
    realm.close();
  }

  /// Twenty pods, two on each node; a pull takes four seconds.
  private static String set(
      String name, String image, boolean isPaused, Map<String, String> notes) {
    var annotations = new StringBuilder();
    notes.forEach(
        (key, value) -> annotations.append("%s%s: \"%s\", ".formatted(AHEAD, key, value)));
    var strategy =
        """
        podManagementPolicy: Parallel
          updateStrategy:
            rollingUpdate: {podUpdatePolicy: InPlaceIfPossible, maxUnavailable: 2, paused: %s}"""
            .formatted(isPaused);
    var pod =
        """
        {readinessGates: [{conditionType: InPlaceUpdateReady}], nodeSelector: {pool: ahead}, \
        tolerations: [{key: %s, operator: Exists}], topologySpreadConstraints: [{maxSkew: 1, \
        topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, \
        labelSelector: {matchLabels: {app: %s}}}], containers: [{name: app, image: "%s"}]}"""
            .formatted(Nodes.RESERVED_TAINT, name, image);
    return Realm.manifest(name, PODS, strategy, pod)
        .replace(
            "metadata: {name: %s}".formatted(name),
            "metadata: {name: %s, annotations: {%s}}".formatted(name, annotations))
        .replace(
            "metadata: {labels: {app: %s}}".formatted(name),
            "metadata: {labels: {app: %s}, annotations: {sim.ordinal.dev/pull-time: 4s}}"
                .formatted(name));
  }

  private List<Json.Obj> jobs(String set) {
    return cluster.list("apis/apps.kruise.io/v1beta1", "imagepulljobs").stream()
        .filter(job -> job.object("metadata").text("name").startsWith(set + "-"))
        .toList();
  }

  private boolean haveJobsEnded(String set) {
    return !jobs(set).isEmpty()
        && jobs(set).stream()
            .allMatch(job -> !job.object("status").text("completionTime").isEmpty());
  }

  private Duration rollout(String set, String image, Map<String, String> notes) {
    var start = Instant.now();
    cluster.apply(set(set, image, false, notes));
    realm.awaitUpdated(set, PODS);
    return Duration.between(start, Instant.now());
  }

  /// The times are told by the same pods on the same nodes, one rollout after the other.
  @Test
  void imagesAreThereWhenTheRolloutComes() {
    var five = Map.of("parallelism", "5");
    cluster.apply(set("web", "web:1", false, five));
    realm.awaitUpdated("web", PODS);

    try (var pulls = Pulls.watch(cluster, "web")) {
      cluster.apply(set("web", "web:2", true, five));
      realm.await("the images to be there", () -> haveJobsEnded("web"));

      assertThat(pulls.mostAtOnce()).isEqualTo(5);
      assertThat(pulls.byNode()).hasSize(NODES).allSatisfy((_, pods) -> assertThat(pods).isOne());
      assertThat(jobs("web")).hasSize(1);
      assertThat(jobs("web").getFirst().object("status").find("succeeded"))
          .contains(Json.of(NODES));
    }
    var with = rollout("web", "web:2", five);
    realm.await("the job to go with its rollout", () -> jobs("web").isEmpty());
    var without = rollout("web", "web:3", Map.of("min-updated-ready-pods", "20"));

    assertThat(jobs("web")).isEmpty();
    // Ten pulls of four seconds, two at a time, are twenty seconds that the first rollout saved.
    assertThat(without.minus(with)).isGreaterThan(Duration.ofSeconds(5));
    cluster.kubectl("delete", "asts", "web", "--wait=false");
  }

  @Test
  void revertedRolloutTakesItsJobBack() {
    cluster.apply(set("back", "back:1", false, Map.of()));
    realm.awaitUpdated("back", PODS);
    cluster.apply(set("back", "back:2", true, Map.of("parallelism", "0")));
    realm.await("the job", () -> jobs("back").size() == 1);
    var job = jobs("back").getFirst();
    var name = job.object("metadata").text("name");
    // The status may be written after the job.
    realm.await(
        "a status that names the revision of " + name,
        () -> name.equals(realm.status("back", "updateRevision") + "-app"));
    assertThat(job.object("spec").object("pullPolicy").find("timeoutSeconds"))
        .contains(Json.of(300));

    cluster.apply(set("back", "back:1", true, Map.of()));
    realm.await("no job", () -> jobs("back").isEmpty());
    cluster.kubectl("delete", "asts", "back", "--wait=false");
  }

  /// A missing image stops the rollout at its own pods; that it could not be pulled ahead adds
  /// nothing to it, and the set recovers as ever.
  @Test
  void imageThatCannotBePulledAheadChangesNothing() {
    cluster.apply(set("hurt", "hurt:1", false, Map.of("parallelism", "10")));
    realm.awaitUpdated("hurt", PODS);
    cluster.apply(set("hurt", "hurt:missing", true, Map.of("parallelism", "10")));
    realm.await("the job to give up", () -> haveJobsEnded("hurt"));

    assertThat(jobs("hurt").getFirst().object("status").items("failedNodes")).hasSize(NODES);
    realm.awaitAvailable("hurt", PODS);
    cluster.apply(set("hurt", "hurt:1", false, Map.of("parallelism", "10")));
    realm.awaitUpdated("hurt", PODS);
    realm.await("no job", () -> jobs("hurt").isEmpty());
    cluster.kubectl("delete", "asts", "hurt", "--wait=false");
  }

  @Test
  void smallSetHasNothingPulledAhead() {
    cluster.apply(set("few", "few:1", false, Map.of()).replace("replicas: 20", "replicas: 3"));
    realm.awaitUpdated("few", 3);
    cluster.apply(set("few", "few:2", false, Map.of()).replace("replicas: 20", "replicas: 3"));
    realm.awaitUpdated("few", 3);

    assertThat(realm.writes("create", "imagepulljobs", "few")).isEmpty();
    cluster.kubectl("delete", "asts", "few", "--wait=false");
  }
}
