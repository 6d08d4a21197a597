package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Images: pulled once for each node, in their time, or not at all.
class ImagesTest {
  private static final String ON_0 = "nodeName: node-0";

  private final Village village = new Village(TownOptions.of(2).with("pull-time", "30s"));

  @Test
  void pullTakesItsTimeAndIsDoneOnceForTheNode() {
    village.pod("a", "app:1", ON_0);
    village.run("10s");
    village.pod("b", "app:1", ON_0);
    village.run("15s");
    assertThat(village.show("a")).isEqualTo("node-0 Pending unready ContainerCreating");
    assertThat(village.show("b")).isEqualTo("node-0 Pending unready ContainerCreating");
    village.run("6s");
    assertThat(village.show("a")).isEqualTo("node-0 Running ready");
    assertThat(village.show("b")).isEqualTo("node-0 Running ready");

    village.pod("c", "app:1", ON_0);
    village.run("1s");
    assertThat(village.show("c")).isEqualTo("node-0 Running ready");
    assertThat(village.town.pulls())
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
    village.pod("a", "app:1", ON_0);
    village.run("40s");
    village.pod("b", "app:1", "nodeName: node-1");
    village.run("10s");
    assertThat(village.show("b")).isEqualTo("node-1 Pending unready ContainerCreating");
    village.run("30s");
    assertThat(village.show("b")).isEqualTo("node-1 Running ready");
    assertThat(village.town.pulls())
        .extracting(Town.Pull::node)
        .containsExactly("node-0", "node-1");
  }

  @Test
  void nodeListsItsImages() {
    village.pod("a", "registry.example/app:1", ON_0);
    village.run("20s");
    assertThat(images("node-0")).isEmpty();
    village.run("20s");
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
    return village.get("/api/v1/nodes/" + node).body().object("status").items("images");
  }

  @Test
  void pullGoesOnWhenItsPodIsGone() {
    village.pod("a", "app:1", ON_0);
    village.run("20s");
    village.chaos.killPod("shop", "a");
    village.run("11s");
    village.pod("b", "app:1", ON_0);
    village.run("1s");
    assertThat(village.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void timeOfThePodComesBeforeThatOfTheImage() {
    village.chaos.setPullTime("app:1", Duration.ofSeconds(5));
    village.pod("a", "app:1", ON_0);
    village.pod("b", "app:2", ON_0, "sim.ordinal.dev/pull-time: 2s");
    village.run("4s");
    assertThat(village.show("a")).contains("ContainerCreating");
    assertThat(village.show("b")).isEqualTo("node-0 Running ready");
    village.run("2s");
    assertThat(village.show("a")).isEqualTo("node-0 Running ready");
  }

  @Test
  void privateImageNeedsASecret() {
    village.pod("a", "private/app:1", ON_0);
    village.pod("b", "private/app:2", ON_0 + ", imagePullSecrets: [{name: key}]");
    village.run("0.7s");
    assertThat(village.show("a")).isEqualTo("node-0 Pending unready ErrImagePull");
    assertThat(village.waitingMessage("a")).contains("unauthorized");
    village.run("31s");
    assertThat(village.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void brokenImageFailsUntilItIsMended() {
    village.pod("old", "app:1", ON_0);
    village.run("40s");
    village.chaos.failImage("app:1");
    village.pod("cached", "app:1", ON_0);
    village.pod("fresh", "app:1", "nodeName: node-1");
    village.pod("asks", "app:1", ON_0, "");
    village.post(
        "pods",
        "{metadata: {name: always}, spec: {nodeName: node-0, containers: [{name: app, image:"
            + " 'app:1', imagePullPolicy: Always}]}}");
    village.run("0.5s");
    assertThat(village.show("cached")).isEqualTo("node-0 Running ready");
    assertThat(village.show("fresh")).isEqualTo("node-1 Pending unready ErrImagePull");
    assertThat(village.show("always")).isEqualTo("node-0 Pending unready ErrImagePull");
    village.run("1s");
    assertThat(village.show("fresh")).isEqualTo("node-1 Pending unready ImagePullBackOff");

    village.chaos.mendImage("app:1");
    village.run("20s");
    assertThat(village.show("always")).isEqualTo("node-0 Running ready");
    village.run("40s");
    assertThat(village.show("fresh")).isEqualTo("node-1 Running ready");
  }

  @Test
  void imageThatMustNotBePulledIsNot() {
    village.post(
        "pods",
        "{metadata: {name: a}, spec: {nodeName: node-0, containers: [{name: app, image:"
            + " 'app:1', imagePullPolicy: Never}]}}");
    village.run("60s");
    assertThat(village.show("a")).isEqualTo("node-0 Pending unready ErrImageNeverPull");
    assertThat(village.town.pulls()).isEmpty();
  }

  @Test
  void slowTownStartsAndPullsLater() {
    village.chaos.slow(3);
    village.pod("a", "app:1", ON_0);
    village.run("80s");
    assertThat(village.show("a")).contains("ContainerCreating");
    village.run("15s");
    assertThat(village.show("a")).isEqualTo("node-0 Running ready");
  }
}
