package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tutorial on scaling and updating the native StatefulSet, command by command, with `asts` for
/// the resource and `--type=merge` where it relies on a strategic merge. Nothing is run inside the
/// pods (exec, nslookup, curl): their containers are simulated.
@OnCluster
class TutorialIT {
  private final Cluster cluster;
  private final Path folder;
  private final Realm realm;

  TutorialIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterEach
  void stopController() {
    realm.close();
  }

  @Test
  void tutorialTellsTheTruth() {
    realm.kubectl("apply", "-f", "tests/src/it/resources/tutorial/web.yaml");
    awaitReady("web-0", "web-1");

    scaleUpCreatesPodsInOrder();
    scaleDownTakesPodsInReverseOrder();
    claimsOfPodsThatAreGoneStay();

    onDeleteWaitsForTheUser();
    deletedPodsComeBackInOrder();

    rollingUpdateGoesFromTheHighestOrdinalDown();
    podBelowThePartitionKeepsItsImage();
    lowerPartitionUpdatesTheCanary();
    deletedPodBelowThePartitionComesBackAsItWas();
    partitionZeroUpdatesTheRest();
  }

  private void scaleUpCreatesPodsInOrder() {
    try (var watch = watch()) {
      assertThat(realm.kubectl("scale", "asts", "web", "--replicas=5")).contains("web scaled");
      watch.awaitRows("web-4 1/1 Running");

      assertThat(watch.rows())
          .containsExactly(
              "web-0 1/1 Running",
              "web-1 1/1 Running",
              "web-2 0/1 Pending",
              "web-2 0/1 ContainerCreating",
              "web-2 1/1 Running",
              "web-3 0/1 Pending",
              "web-3 0/1 ContainerCreating",
              "web-3 1/1 Running",
              "web-4 0/1 Pending",
              "web-4 0/1 ContainerCreating",
              "web-4 1/1 Running");
    }
  }

  private void scaleDownTakesPodsInReverseOrder() {
    try (var watch = watch()) {
      assertThat(merge("{\"spec\":{\"replicas\":3}}")).contains("web patched");
      cluster.await("two pods less", () -> realm.pods("web").size() == 3);
      watch.awaitRows("web-4 1/1 Terminating", "web-3 1/1 Terminating");

      // The one before is gone, not only going.
      assertThat(watch.rows().stream().skip(watch.rows().indexOf("web-3 1/1 Terminating")))
          .allMatch(row -> row.startsWith("web-3 "));
    }
  }

  private void claimsOfPodsThatAreGoneStay() {
    assertThat(realm.kubectl("get", "pvc", "-l", "app=nginx", "--no-headers").lines())
        .extracting(line -> String.join(" ", line.split("\\s+")[0], line.split("\\s+")[1]))
        .containsExactly(
            "www-web-0 Bound",
            "www-web-1 Bound",
            "www-web-2 Bound",
            "www-web-3 Bound",
            "www-web-4 Bound");
  }

  private void onDeleteWaitsForTheUser() {
    replaceImage("k8s.gcr.io/nginx-slim:0.7");
    try (var watch = watch()) {
      assertThat(realm.kubectl("delete", "pod", "web-0")).startsWith("pod \"web-0\" deleted");
      watch.awaitRows("web-0 1/1 Terminating", "web-0 0/1 Pending", "web-0 1/1 Running");
      assertThat(watch.rows()).noneMatch(row -> row.matches("web-[12] .* Terminating"));
    }
    assertThat(images())
        .isEqualTo(
            """
            web-0	k8s.gcr.io/nginx-slim:0.7
            web-1	k8s.gcr.io/nginx-slim:0.8
            web-2	k8s.gcr.io/nginx-slim:0.8
            """);
  }

  private void deletedPodsComeBackInOrder() {
    try (var watch = watch()) {
      realm.kubectl("delete", "pod", "web-1", "web-2");
      watch.awaitRows(
          "web-1 1/1 Terminating",
          "web-1 0/1 Pending",
          "web-1 1/1 Running",
          "web-2 0/1 Pending",
          "web-2 1/1 Running");
    }
    assertThat(images())
        .isEqualTo(
            """
            web-0	k8s.gcr.io/nginx-slim:0.7
            web-1	k8s.gcr.io/nginx-slim:0.7
            web-2	k8s.gcr.io/nginx-slim:0.7
            """);
  }

  private void rollingUpdateGoesFromTheHighestOrdinalDown() {
    merge("{\"spec\":{\"updateStrategy\":{\"type\":\"RollingUpdate\"}}}");
    try (var watch = watch()) {
      replaceImage("k8s.gcr.io/nginx-slim:0.8");
      realm.awaitReady("web");
      watch.awaitRows(
          "web-2 1/1 Terminating",
          "web-2 0/1 Pending",
          "web-2 1/1 Running",
          "web-1 1/1 Terminating",
          "web-1 0/1 Pending",
          "web-1 1/1 Running",
          "web-0 1/1 Terminating",
          "web-0 0/1 Pending",
          "web-0 1/1 Running");
    }
    assertThat(image("web-0")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
    assertThat(image("web-1")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
    assertThat(image("web-2")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
  }

  private void podBelowThePartitionKeepsItsImage() {
    partition(3);
    replaceImage("k8s.gcr.io/nginx-slim:0.7");
    realm.kubectl("delete", "po", "web-2");
    awaitReady("web-0", "web-1", "web-2");

    assertThat(image("web-2")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
  }

  private void lowerPartitionUpdatesTheCanary() {
    partition(2);
    cluster.await(
        "the canary",
        // By the list: the pod may be gone between two looks.
        () -> images().contains("web-2\tk8s.gcr.io/nginx-slim:0.7") && cluster.isReady("web-2"));

    assertThat(image("web-1")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
    assertThat(image("web-0")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
  }

  private void deletedPodBelowThePartitionComesBackAsItWas() {
    realm.kubectl("delete", "po", "web-1");
    awaitReady("web-1");

    assertThat(image("web-1")).isEqualTo("k8s.gcr.io/nginx-slim:0.8");
  }

  private void partitionZeroUpdatesTheRest() {
    try (var watch = watch()) {
      partition(0);
      realm.awaitReady("web");
      watch.awaitRows(
          "web-1 1/1 Terminating",
          "web-1 0/1 Pending",
          "web-1 1/1 Running",
          "web-0 1/1 Terminating",
          "web-0 0/1 Pending",
          "web-0 1/1 Running");
      assertThat(watch.rows()).doesNotContain("web-2 1/1 Terminating");
    }
    assertThat(image("web-0")).isEqualTo("k8s.gcr.io/nginx-slim:0.7");
    assertThat(image("web-1")).isEqualTo("k8s.gcr.io/nginx-slim:0.7");
    assertThat(image("web-2")).isEqualTo("k8s.gcr.io/nginx-slim:0.7");
  }

  private PodWatch watch() {
    return PodWatch.start(cluster, folder, "app=nginx");
  }

  private void awaitReady(String... pods) {
    for (var pod : pods) {
      cluster.await(pod + " to be ready", () -> cluster.isReady(pod));
    }
  }

  private String merge(String patch) {
    return realm.kubectl("patch", "asts", "web", "--type=merge", "-p", patch);
  }

  private void partition(int ordinal) {
    merge(
        ("{\"spec\":{\"updateStrategy\":{\"type\":\"RollingUpdate\","
                + "\"rollingUpdate\":{\"partition\":%d}}}}")
            .formatted(ordinal));
  }

  private void replaceImage(String image) {
    var patch =
        """
        [{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "%s"}]
        """
            .formatted(image);
    assertThat(realm.kubectl("patch", "asts", "web", "--type=json", "-p=" + patch))
        .contains("web patched");
  }

  private String images() {
    var columns =
        "jsonpath={range .items[*]}{.metadata.name}{\"\\t\"}{.spec.containers[0].image}{\"\\n\"}{end}";
    return realm.kubectl("get", "pod", "-l", "app=nginx", "-o", columns);
  }

  private String image(String pod) {
    var template = "{{range $i, $c := .spec.containers}}{{$c.image}}{{end}}";
    return realm.kubectl("get", "po", pod, "--template", template);
  }
}
