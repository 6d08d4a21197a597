package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The thin path through everything: a set applied to a real API server becomes pods.
@OnRealCluster
class FirstSetIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private ControllerProcess controller;

  FirstSetIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void startController() {
    controller = start();
  }

  @AfterEach
  void stopController() {
    controller.close();
  }

  private ControllerProcess start() {
    var kubeconfig = cluster.kubeconfig(User.ORDINAL).toString();
    return ControllerProcess.start(
        folder.resolve("controller.log"),
        "--kubeconfig=" + kubeconfig,
        "--namespace=" + cluster.namespace());
  }

  /// The manifest of the tutorial, with only its apiVersion changed.
  @Test
  void podsOfTheTutorialComeUpInOrderWithTheirClaims() {
    cluster.kubectl("apply", "-f", "examples/web.yaml");
    awaitReady("web", 3);

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
    awaitReady("web", 5);
    assertThat(writes("create", "pods")).hasSize(5);
    assertThat(writes("delete", "pods")).isEmpty();
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
    cluster.apply(set("burst", 20, "podManagementPolicy: Parallel"));
    awaitReady("burst", 20);
    assertThat(writes("create", "pods", "burst")).hasSize(20);

    cluster.kubectl("scale", "asts", "burst", "--replicas=0");
    cluster.await("no pods", () -> pods("burst") == 0);
    assertThat(writes("delete", "pods", "burst")).hasSize(20);
  }

  @Test
  void killedControllerGoesOnWhereItWasWithNoSpuriousWrite() {
    cluster.apply(set("phoenix", 6, ""));
    cluster.await("two pods", () -> pods("phoenix") >= 2);
    controller.kill();
    var before = pods("phoenix");
    assertThat(before).isLessThan(6);

    controller = start();
    awaitReady("phoenix", 6);
    assertThat(writes("create", "pods", "phoenix"))
        .extracting(Audit.Entry::name)
        .containsExactly(
            "phoenix-0", "phoenix-1", "phoenix-2", "phoenix-3", "phoenix-4", "phoenix-5");
    assertThat(writes("create", "controllerrevisions", "phoenix")).hasSize(1);

    assertThat(controller.stop()).isZero();
    var settled = writes().size();
    controller = start();
    cluster.kubectl("scale", "asts", "phoenix", "--replicas=7");
    awaitReady("phoenix", 7);
    assertThat(writes().get(settled)).hasToString("create pods phoenix-6 201");
  }

  private List<Audit.Entry> writes() {
    return cluster
        .audit()
        .by(User.ORDINAL)
        .writes()
        .where(entry -> !entry.resource().equals("events"))
        .entries();
  }

  private void awaitReady(String set, int replicas) {
    cluster.await(
        set + " with " + replicas + " available pods",
        Duration.ofSeconds(90),
        () ->
            cluster
                .kubectl("get", "asts", set, "-o", "jsonpath={.status.availableReplicas}")
                .equals(Integer.toString(replicas)));
  }

  private int pods(String set) {
    return (int)
        cluster.list("api/v1", "pods").stream()
            .filter(pod -> pod.object("metadata").text("name").startsWith(set + "-"))
            .count();
  }

  private List<Audit.Entry> writes(String verb, String resource) {
    return writes(verb, resource, "web");
  }

  private List<Audit.Entry> writes(String verb, String resource, String set) {
    return writes().stream()
        .filter(entry -> entry.verb().equals(verb) && entry.resource().equals(resource))
        .filter(entry -> entry.name().startsWith(set + "-"))
        .toList();
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

  private static String set(String name, int replicas, String more) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: %2$d
          serviceName: %1$s
          %3$s
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}}
            spec: {containers: [{name: app, image: "app:1"}]}
        """
        .formatted(name, replicas, more);
  }
}
