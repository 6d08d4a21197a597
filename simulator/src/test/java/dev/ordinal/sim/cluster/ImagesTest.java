package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Images: pulled once for each node, in their time, or not at all.
class ImagesTest {
  private static final String ON_0 = "nodeName: node-0";

  private final SmallCluster cluster =
      new SmallCluster(ClusterOptions.of(2).with("pull-time", "30s"));

  @Test
  void pullTakesItsTimeAndIsDoneOnceForTheNode() {
    cluster.pod("a", "app:1", ON_0);
    cluster.run("10s");
    cluster.pod("b", "app:1", ON_0);
    cluster.run("15s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Pending unready ContainerCreating");
    assertThat(cluster.show("b")).isEqualTo("node-0 Pending unready ContainerCreating");
    cluster.run("6s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Running ready");
    assertThat(cluster.show("b")).isEqualTo("node-0 Running ready");

    cluster.pod("c", "app:1", ON_0);
    cluster.run("1s");
    assertThat(cluster.show("c")).isEqualTo("node-0 Running ready");
    assertThat(cluster.cluster.pulls())
        .singleElement()
        .satisfies(
            pull -> {
              assertThat(pull.node()).isEqualTo("node-0");
              assertThat(Duration.between(pull.from(), pull.until()))
                  .isEqualTo(Duration.ofSeconds(30));
            });
  }

  @Test
  void eachNodePullsForItself() {
    cluster.pod("a", "app:1", ON_0);
    cluster.run("40s");
    cluster.pod("b", "app:1", "nodeName: node-1");
    cluster.run("10s");
    assertThat(cluster.show("b")).isEqualTo("node-1 Pending unready ContainerCreating");
    cluster.run("30s");
    assertThat(cluster.show("b")).isEqualTo("node-1 Running ready");
    assertThat(cluster.cluster.pulls())
        .extracting(ClusterSimulation.Pull::node)
        .containsExactly("node-0", "node-1");
  }

  @Test
  void nodeListsItsImages() {
    cluster.pod("a", "registry.example/app:1", ON_0);
    cluster.run("20s");
    assertThat(images("node-0")).isEmpty();
    cluster.run("20s");
    assertThat(images("node-0"))
        .singleElement()
        .satisfies(
            image -> {
              var names = ((Json.Obj) image).items("names");
              assertThat(names).contains(Json.of("registry.example/app:1"));
              assertThat(names.getFirst().toString()).contains("registry.example/app@sha256:");
            });
    assertThat(images("node-1")).isEmpty();
  }

  private java.util.List<Json> images(String node) {
    return cluster.get("/api/v1/nodes/" + node).body().object("status").items("images");
  }

  @Test
  void pullGoesOnWhenItsPodIsGone() {
    cluster.pod("a", "app:1", ON_0);
    cluster.run("20s");
    cluster.chaos.killPod("shop", "a");
    cluster.run("11s");
    cluster.pod("b", "app:1", ON_0);
    cluster.run("1s");
    assertThat(cluster.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void timeOfThePodComesBeforeThatOfTheImage() {
    cluster.chaos.setPullTime("app:1", Duration.ofSeconds(5));
    cluster.pod("a", "app:1", ON_0);
    cluster.pod("b", "app:2", ON_0, "sim.ordinal.dev/pull-time: 2s");
    cluster.run("4s");
    assertThat(cluster.show("a")).contains("ContainerCreating");
    assertThat(cluster.show("b")).isEqualTo("node-0 Running ready");
    cluster.run("2s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Running ready");
  }

  @Test
  void privateImageNeedsASecret() {
    cluster.pod("a", "private/app:1", ON_0);
    cluster.pod("b", "private/app:2", ON_0 + ", imagePullSecrets: [{name: key}]");
    cluster.run("0.7s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Pending unready ErrImagePull");
    assertThat(cluster.waitingMessage("a")).contains("unauthorized");
    cluster.run("31s");
    assertThat(cluster.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void brokenImageFailsUntilItIsMended() {
    cluster.pod("old", "app:1", ON_0);
    cluster.run("40s");
    cluster.chaos.failImage("app:1");
    cluster.pod("cached", "app:1", ON_0);
    cluster.pod("fresh", "app:1", "nodeName: node-1");
    cluster.pod("asks", "app:1", ON_0, "");
    cluster.post(
        "pods",
        "{metadata: {name: always}, spec: {nodeName: node-0, containers: [{name: app, image:"
            + " 'app:1', imagePullPolicy: Always}]}}");
    cluster.run("0.5s");
    assertThat(cluster.show("cached")).isEqualTo("node-0 Running ready");
    assertThat(cluster.show("fresh")).isEqualTo("node-1 Pending unready ErrImagePull");
    assertThat(cluster.show("always")).isEqualTo("node-0 Pending unready ErrImagePull");
    cluster.run("1s");
    assertThat(cluster.show("fresh")).isEqualTo("node-1 Pending unready ImagePullBackOff");

    cluster.chaos.mendImage("app:1");
    cluster.run("20s");
    assertThat(cluster.show("always")).isEqualTo("node-0 Running ready");
    cluster.run("40s");
    assertThat(cluster.show("fresh")).isEqualTo("node-1 Running ready");
  }

  @Test
  void imageThatMustNotBePulledIsNot() {
    cluster.post(
        "pods",
        "{metadata: {name: a}, spec: {nodeName: node-0, containers: [{name: app, image:"
            + " 'app:1', imagePullPolicy: Never}]}}");
    cluster.run("60s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Pending unready ErrImageNeverPull");
    assertThat(cluster.cluster.pulls()).isEmpty();
  }

  @Test
  void slowClusterStartsAndPullsLater() {
    cluster.chaos.slow(3);
    cluster.pod("a", "app:1", ON_0);
    cluster.run("80s");
    assertThat(cluster.show("a")).contains("ContainerCreating");
    cluster.run("15s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Running ready");
  }
}
