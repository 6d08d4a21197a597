package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.kind.Registry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs in the simulated cluster, where a pull takes thirty seconds of virtual time.
class PullSimulationTest {
  private static final List<String> CRDS =
      List.of("apps.kruise.io_statefulsets.yaml", "apps.kruise.io_imagepulljobs.yaml");

  private static final String WEB =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web, annotations: {apps.kruise.io/image-predownload-parallelism: "5"}}
      spec:
        replicas: 20
        podManagementPolicy: Parallel
        updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible, maxUnavailable: 2}}
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            readinessGates: [{conditionType: InPlaceUpdateReady}]
            containers: [{name: app, image: "app:1"}]
      """;

  private final Timeline time = new Timeline(Instant.parse("2026-01-01T00:00:00Z"));

  /// The cluster with ten nodes, and our controller in it.
  private final class PullCluster {
    final ApiServer server;
    final ClusterSimulation cluster;
    final SimulatedController controller;

    PullCluster(long seed) {
      var chance = new Random(seed);
      var registry = Registry.natives();
      CRDS.forEach(file -> Yaml.documents("deploy/crd/" + file).forEach(registry::define));
      this.server = new ApiServer(registry, chance);
      this.cluster =
          new ClusterSimulation(server, time, ClusterOptions.of(10).with("pull-time", "30s"));
      this.controller = new SimulatedController("ordinal", server, time, new NoListener());
      controller.enable(FeatureGate.IMAGE_PREDOWNLOAD);
      post("v1", "namespaces", "", "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
      run(Duration.ofSeconds(1), () -> {});
      controller.start();
    }

    void post(String version, String plural, String namespace, String yaml) {
      var all = server.target(version, plural, namespace, "");
      var reply = server.handle(Request.create(all, Yaml.read(yaml)), time.now());
      assertThat(reply.isOk()).as(reply.body().text("message")).isTrue();
    }

    void run(Duration span, Runnable check) {
      var end = time.now().plus(span);
      while (time.step(end)) {
        check.run();
      }
    }

    List<PodView> pods() {
      var all = server.target("v1", "pods", "shop", "");
      return server.handle(Request.list(all, Query.NONE), time.now()).body().items("items").stream()
          .map(pod -> Views.pod((Json.Obj) pod))
          .toList();
    }

    List<PodView> pullers() {
      return pods().stream()
          .filter(pod -> !pod.meta().label(Names.PULLER_LABEL).isEmpty())
          .toList();
    }

    Json.Obj find(String plural, String name) {
      var target = server.target(Names.API_VERSION, plural, "shop", name);
      return server.handle(Request.get(target), time.now()).body();
    }

    void patch(String name, String yaml) {
      var target = server.target(Names.API_VERSION, "statefulsets", "shop", name);
      server.handle(Request.patch(target, Form.MERGE_PATCH, Yaml.read(yaml)), time.now());
    }

    int mostPullsAtOnce(String image) {
      var pulls = cluster.pulls().stream().filter(pull -> pull.image().equals(image)).toList();
      return pulls.stream()
          .mapToInt(
              one ->
                  (int)
                      pulls.stream()
                          .filter(
                              other ->
                                  !other.from().isAfter(one.from())
                                      && other.until().isAfter(one.from()))
                          .count())
          .max()
          .orElse(0);
    }

    List<String> nodesThatPulled(String image) {
      return cluster.pulls().stream()
          .filter(pull -> pull.image().equals(image))
          .map(ClusterSimulation.Pull::node)
          .sorted()
          .toList();
    }

    /// Runs until every pod has the newest image, and returns how long that took.
    Duration untilUpdated(Duration limit) {
      var start = time.now();
      while (time.step(start.plus(limit))) {
        var status = find("statefulsets", "web").object("status");
        var isDone =
            status.find("updatedAvailableReplicas").equals(Optional.of(Json.of(20)))
                && status.find("currentRevision").equals(status.find("updateRevision"))
                && status
                    .find("observedGeneration")
                    .equals(find("statefulsets", "web").object("metadata").find("generation"));
        if (isDone) {
          return Duration.between(start, time.now());
        }
      }
      throw new AssertionError("not updated: " + find("statefulsets", "web").object("status"));
    }
  }

  /// Ignores all requests.
  private static final class NoListener implements RequestRecord.Listener {
    @Override
    public void sending(RequestRecord sent) {}

    @Override
    public void replied(RequestRecord sent, Outcome outcome) {}

    @Override
    public void note(String by, String words) {}
  }

  /// Crashes, lost replies, lag: never more pulls than asked for, none elsewhere, none left over.
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void jobKeepsItsPromisesUnderFaults(long seed) {
    var pullCluster = new PullCluster(seed);
    var random = new Random(seed);
    pullCluster.post(
        Names.API_VERSION,
        "imagepulljobs",
        "shop",
        """
        {apiVersion: apps.kruise.io/v1beta1, kind: ImagePullJob, metadata: {name: warm}, spec: {
          image: app, parallelism: 3, selector: {names: [node-1, node-2, node-3, node-4, node-7]}}}
        """);
    for (var second = 0; second < 300; second += 5) {
      var faults = RequestFault.values();
      pullCluster.controller.fault(faults[random.nextInt(faults.length)]);
      pullCluster.controller.watches().lag(Kind.POD, Duration.ofMillis(random.nextInt(3000)));
      pullCluster.run(Duration.ofSeconds(5), () -> {});
      assertThat(pullCluster.pullers())
          .extracting(PodView::node)
          .isSubsetOf("node-1", "node-2", "node-3", "node-4", "node-7");
    }
    pullCluster.controller.heal();
    pullCluster.run(Duration.ofMinutes(10), () -> {});

    assertThat(pullCluster.find("imagepulljobs", "warm").object("status").text("message"))
        .as("seed %d", seed)
        .isEqualTo("done: 5 of 5 nodes have the image");
    assertThat(pullCluster.mostPullsAtOnce("app")).isBetween(1, 3);
    assertThat(pullCluster.nodesThatPulled("app"))
        .containsExactly("node-1", "node-2", "node-3", "node-4", "node-7");
    assertThat(pullCluster.pullers()).isEmpty();
  }

  /// Twenty pods on ten nodes, two updated at a time: with the images present, no pod waits.
  @Test
  void rolloutSavesTheTimeOfItsPulls() {
    var pullCluster = new PullCluster(1);
    pullCluster.post(Names.API_VERSION, "statefulsets", "shop", WEB);
    pullCluster.untilUpdated(Duration.ofMinutes(10));
    pullCluster.patch("web", rollout("app:2", true));
    pullCluster.run(Duration.ofMinutes(3), () -> {});

    assertThat(pullCluster.nodesThatPulled("app:2")).hasSize(10).doesNotHaveDuplicates();
    assertThat(pullCluster.mostPullsAtOnce("app:2")).isEqualTo(5);
    pullCluster.patch("web", rollout("app:2", false));
    var with = pullCluster.untilUpdated(Duration.ofMinutes(30));
    assertThat(pullCluster.nodesThatPulled("app:2")).hasSize(10);

    pullCluster.patch(
        "web",
        """
        {metadata: {annotations: {apps.kruise.io/image-predownload-min-updated-ready-pods: "20"}}}
        """);
    pullCluster.patch("web", rollout("app:3", false));
    var without = pullCluster.untilUpdated(Duration.ofMinutes(30));

    assertThat(with).isLessThan(Duration.ofSeconds(30));
    assertThat(without).isGreaterThan(Duration.ofSeconds(150));
    assertThat(pullCluster.pullers()).isEmpty();
  }

  private static String rollout(String image, boolean isPaused) {
    return """
        {spec: {template: {spec: {containers: [{name: app, image: "%s"}]}},
          updateStrategy: {rollingUpdate: {paused: %s}}}}
        """
        .formatted(image, isPaused);
  }
}
