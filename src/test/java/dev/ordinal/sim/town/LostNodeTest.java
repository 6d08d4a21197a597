package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A node that falls silent, and what becomes of its pods.
class LostNodeTest {
  private final Village village = new Village(2);

  private String ready(String node) {
    return village.conditionOf("/api/v1/nodes/" + node, "Ready").text("status");
  }

  private void begin() {
    village.pod("web-0", "app:1", "nodeName: node-0");
    village.pod("web-1", "app:1", "nodeName: node-1");
    village.run("5s");
    village.chaos.loseNode("node-0");
  }

  @Test
  void silenceIsNoticedAfterFortySeconds() {
    begin();
    village.run("39s");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");

    village.run("2s");
    assertThat(ready("node-0")).isEqualTo("Unknown");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready");
    assertThat(village.show("web-1")).isEqualTo("node-1 Running ready");
    village.pod("web-2", "app:1", "");
    village.run("1s");
    assertThat(village.node("web-2")).isEqualTo("node-1");
  }

  @Test
  void podsAreDeletedAfterTheirTolerationAndStay() {
    begin();
    village.run("339s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready terminating");
    assertThat(village.condition("web-0", "DisruptionTarget").text("reason"))
        .isEqualTo("DeletionByTaintManager");
    village.run("600s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready terminating");
  }

  @Test
  void tolerationSecondsOfThePodCount() {
    village.pod(
        "hasty",
        "app:1",
        "nodeName: node-0, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
            + " effect: NoExecute, tolerationSeconds: 10}]");
    village.pod(
        "loyal",
        "app:1",
        "nodeName: node-0, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
            + " effect: NoExecute}]");
    begin();
    village.run("52s");
    assertThat(village.show("hasty")).endsWith("terminating");
    village.run("600s");
    assertThat(village.show("loyal")).isEqualTo("node-0 Running unready");
  }

  @Test
  void nodeThatComesBackEndsWhatWasToEnd() {
    begin();
    village.run("345s");
    village.chaos.returnNode("node-0");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(village.get("/api/v1/nodes/node-0").body().object("spec").items("taints")).isEmpty();
  }

  @Test
  void nodeThatComesBackInTimeKeepsItsPods() {
    begin();
    village.run("60s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready");
    village.chaos.returnNode("node-0");
    village.run("600s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void secondSilenceIsMeasuredByItself() {
    begin();
    village.run("60s");
    village.chaos.returnNode("node-0");
    village.run("60s");
    village.chaos.loseNode("node-0");
    village.run("339s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running unready");
    village.run("2s");
    assertThat(village.show("web-0")).endsWith("terminating");
  }

  @Test
  void shortSilenceIsNeverSeen() {
    begin();
    village.run("30s");
    village.chaos.returnNode("node-0");
    village.run("30s");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void podsOfADeletedNodeAreRemovedByForce() {
    begin();
    village.run("345s");
    village.delete("/api/v1/nodes/node-0");
    village.run("39s");
    assertThat(village.show("web-0")).endsWith("terminating");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(village.show("web-1")).isEqualTo("node-1 Running ready");
  }

  @Test
  void silentNodeStartsAndStopsNothing() {
    begin();
    village.pod("late", "app:1", "nodeName: node-0");
    village.delete("pods/web-0");
    village.run("30s");
    assertThat(village.show("late")).isEqualTo("node-0 Pending unready");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready terminating");
  }

  /// Nobody has noticed, but the kubelet has work to do.
  @Test
  void nodeThatIsBackSoonDoesWhatItMissed() {
    begin();
    village.pod("late", "app:1", "nodeName: node-0");
    village.delete("pods/web-0");
    village.run("20s");
    village.chaos.returnNode("node-0");
    village.run("5s");
    assertThat(village.show("late")).isEqualTo("node-0 Running ready");
    assertThat(village.show("web-0")).isEqualTo("gone");
  }

  /// Nobody writes down since when it is there.
  @Test
  void taintByHandIsBorneForAsLongAsThePodSays() {
    village.pod(
        "web-0",
        "app:1",
        "nodeName: node-0, tolerations: [{key: fire, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: 10}]");
    village.run("5s");
    village.merge("/api/v1/nodes/node-0", "spec: {taints: [{key: fire, effect: NoExecute}]}");
    village.run("9s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
  }

  @Test
  void taintByHandEvictsToo() {
    village.pod("web-0", "app:1", "nodeName: node-0");
    village.run("5s");
    village.merge("/api/v1/nodes/node-0", "spec: {taints: [{key: fire, effect: NoExecute}]}");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("gone");
  }
}
