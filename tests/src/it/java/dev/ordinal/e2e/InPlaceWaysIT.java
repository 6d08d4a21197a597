package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The less usual ways of an in-place update: resources, launch priorities, metadata that
/// containers read, minds changed on the way.
@OnCluster
class InPlaceWaysIT {
  private final Cluster cluster;
  @TempDir private Path folder;
  private Realm realm;

  InPlaceWaysIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void open() {
    realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void close() {
    realm.close();
  }

  @Test
  void resourcesChangeWithoutARestart() {
    apply("sized", "", "", container("app:1", "100m"));
    var before = realm.pods("sized");

    apply("sized", "", "", container("app:1", "200m"));

    assertThat(realm.pods("sized")).isEqualTo(before);
    assertThat(restarts("sized-0")).isEqualTo("0");
    assertThat(cpu("sized-0")).isEqualTo("200m");
    assertThat(realm.writes("patch", "pods", "sized"))
        .filteredOn(write -> write.subresource().equals("resize"))
        .hasSize(2);
  }

  @Test
  void nodeThatCannotGiveTheResourcesGetsANewPod() {
    apply("large", "sim.ordinal.dev/resize: infeasible", "", container("app:1", "100m"));
    var before = realm.pods("large");

    apply("large", "sim.ordinal.dev/resize: infeasible", "", container("app:1", "200m"));

    assertThat(realm.pods("large")).doesNotContainEntry("large-0", before.get("large-0"));
    assertThat(cpu("large-0")).isEqualTo("200m");
  }

  @Test
  void nodeWithoutRoomNowIsWaitedForAndSaysSo() {
    apply("tight", "sim.ordinal.dev/resize: deferred", "", container("app:1", "100m"));
    var before = realm.pods("tight");

    cluster.apply(set("tight", "sim.ordinal.dev/resize: deferred", "", container("app:1", "200m")));
    realm.await("the wait", () -> message("tight").contains("has no room for them now"));
    cluster.kubectl("annotate", "pods", "-l", "app=tight", "sim.ordinal.dev/resize-");
    realm.await("the second pod", () -> cpu("tight-0").equals("200m"));
    cluster.kubectl("annotate", "pods", "-l", "app=tight", "sim.ordinal.dev/resize-");
    realm.awaitReady("tight");

    assertThat(realm.pods("tight")).isEqualTo(before);
  }

  /// The sidecar runs its new image, and is ready, before the main container changes.
  @Test
  void launchPriorityIsKept() {
    var priority = "env: [{name: KRUISE_CONTAINER_PRIORITY, value: \"%s\"}]";
    var both =
        "[{name: app, image: \"app:%1$s\", "
            + priority.formatted("0")
            + "},"
            + " {name: side, image: \"side:%1$s\", "
            + priority.formatted("10")
            + "}]";
    apply("paired", "", "", both.formatted("1"));
    var before = realm.pods("paired");

    apply("paired", "", "", both.formatted("2"));

    assertThat(realm.pods("paired")).isEqualTo(before);
    var state = annotation("paired-0", "apps.kruise.io/inplace-update-state");
    assertThat(state)
        .containsPattern("containerBatchesRecord.*side.*app.*lastContainerStatuses")
        .doesNotContain("nextContainerImages");
    assertThat(images("paired-0")).containsExactly("app:2", "side:2");
  }

  /// Nothing restarts a container but a new image, so that a label which it reads waits for one.
  @Test
  void metadataThatAContainerReadsChangesWithItsImage() {
    var container =
        """
        [{name: app, image: "app:%s", env: [{name: TIER, valueFrom: {fieldRef: \
        {fieldPath: "metadata.labels['tier']"}}}]}]""";
    apply("reads", "", "tier: gold", container.formatted("1"));
    var before = realm.pods("reads");

    apply("reads", "", "tier: silver", container.formatted("2"));
    assertThat(realm.pods("reads")).isEqualTo(before);
    assertThat(label("reads-1", "tier")).isEqualTo("silver");

    apply("reads", "", "tier: bronze", container.formatted("2"));
    assertThat(realm.pods("reads")).doesNotContainValue(before.get("reads-0"));
    assertThat(label("reads-1", "tier")).isEqualTo("bronze");
  }

  /// The pod is out of service and still runs what it ran: taking the change back restarts nothing.
  @Test
  void changeTakenBackDuringTheGracePeriodRestartsNothing() {
    grace("hasty", 3600, "app:1");
    realm.awaitReady("hasty");
    var before = realm.pods("hasty");

    grace("hasty", 3600, "app:2");
    realm.await("the grace period", () -> !grace("hasty-1").isEmpty());
    grace("hasty", 3600, "app:1");
    realm.awaitReady("hasty");

    assertThat(realm.pods("hasty")).isEqualTo(before);
    assertThat(restarts("hasty-1")).isEqualTo("0");
    assertThat(grace("hasty-1")).isEmpty();
  }

  /// What the first change had not written yet comes with the second one.
  @Test
  void changeOnTopOfAnotherBringsBoth() {
    grace("double", 3600, "app:2");
    realm.awaitReady("double");
    grace("double", 3600, "app:3");
    realm.await("the grace period", () -> !grace("double-1").isEmpty());

    apply("double", "", "tier: gold", "[{name: app, image: \"app:3\"}]");

    assertThat(images("double-1")).containsExactly("app:3");
    assertThat(images("double-0")).containsExactly("app:3");
    assertThat(label("double-1", "tier")).isEqualTo("gold");
  }

  @Test
  void pauseFinishesWhatHasBegunAndBeginsNothing() {
    grace("halted", 2, "app:1");
    realm.awaitReady("halted");
    grace("halted", 2, "app:2");
    realm.await("the grace period", () -> !grace("halted-1").isEmpty());

    cluster.kubectl(
        "patch",
        "asts",
        "halted",
        "--type=merge",
        "-p",
        "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"paused\":true}}}}");
    realm.await("the pod that has begun", () -> images("halted-1").contains("app:2"));
    realm.await("it in service", () -> cluster.isReady("halted-1"));
    realm.await("the pause", () -> message("halted").contains("paused"));

    assertThat(images("halted-0")).containsExactly("app:1");
  }

  @Test
  void sameImageUnderAnotherNameArrives() {
    var alias = "sim.ordinal.dev/image-alias: \"app:2=app:1\"";
    apply("alias", alias, "", "[{name: app, image: \"app:1\"}]");
    var before = realm.pods("alias");

    apply("alias", alias, "", "[{name: app, image: \"app:2\"}]");

    assertThat(realm.pods("alias")).isEqualTo(before);
    assertThat(restarts("alias-0")).isEqualTo("1");
  }

  private void apply(String name, String annotations, String labels, String containers) {
    cluster.apply(set(name, annotations, labels, containers));
    realm.awaitReady(name);
  }

  private void grace(String name, int seconds, String image) {
    var manifest = set(name, "", "", "[{name: app, image: \"" + image + "\"}]");
    cluster.apply(
        manifest.replace(
            "podUpdatePolicy:",
            "inPlaceUpdateStrategy: {gracePeriodSeconds: %d}, podUpdatePolicy:"
                .formatted(seconds)));
  }

  private String grace(String pod) {
    return annotation(pod, "apps.kruise.io/inplace-update-grace");
  }

  private String message(String set) {
    return realm.condition(set, "Ready").map(found -> found.text("message")).orElse("");
  }

  private String annotation(String pod, String key) {
    return cluster.pod(pod).object("metadata").object("annotations").text(key);
  }

  private String label(String pod, String key) {
    return cluster.pod(pod).object("metadata").object("labels").text(key);
  }

  private String restarts(String pod) {
    return kubectl(pod, "{.status.containerStatuses[0].restartCount}");
  }

  private String cpu(String pod) {
    return kubectl(pod, "{.status.containerStatuses[0].resources.requests.cpu}");
  }

  private String kubectl(String pod, String path) {
    return cluster.kubectl("get", "pod", pod, "-o", "jsonpath=" + path);
  }

  private List<String> images(String pod) {
    var images = new TreeMap<String, String>();
    for (var item : cluster.pod(pod).object("status").items("containerStatuses")) {
      var status = (Json.Obj) item;
      images.put(status.text("name"), status.text("image"));
    }
    return images.entrySet().stream().map(Map.Entry::getValue).toList();
  }

  private static String container(String image, String cpu) {
    return "[{name: app, image: \"%s\", resources: {requests: {cpu: %s}}}]".formatted(image, cpu);
  }

  private static String set(String name, String annotations, String labels, String containers) {
    var comma = labels.isEmpty() ? "" : ", ";
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: 2
          serviceName: %1$s
          podManagementPolicy: Parallel
          updateStrategy:
            rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata:
              labels: {app: %1$s%2$s}
              annotations: {%3$s}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: %4$s
        """
        .formatted(name, comma + labels, annotations, containers);
  }
}
