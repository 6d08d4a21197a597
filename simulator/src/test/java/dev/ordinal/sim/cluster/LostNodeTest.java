package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A node whose heartbeats stop, and its pods.
class LostNodeTest {
  private final SmallCluster cluster = new SmallCluster(2);

  private String ready(String node) {
    return cluster.conditionOf("/api/v1/nodes/" + node, "Ready").text("status");
  }

  private void begin() {
    cluster.pod("web-0", "app:1", "nodeName: node-0");
    cluster.pod("web-1", "app:1", "nodeName: node-1");
    cluster.run("5s");
    cluster.chaos.loseNode("node-0");
  }

  @Test
  void silenceIsNoticedAfterFortySeconds() {
    begin();
    cluster.run("39s");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");

    cluster.run("2s");
    assertThat(ready("node-0")).isEqualTo("Unknown");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready");
    assertThat(cluster.show("web-1")).isEqualTo("node-1 Running ready");
    cluster.pod("web-2", "app:1", "");
    cluster.run("1s");
    assertThat(cluster.node("web-2")).isEqualTo("node-1");
  }

  @Test
  void podsAreDeletedAfterTheirTolerationAndStay() {
    begin();
    cluster.run("339s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready terminating");
    assertThat(cluster.condition("web-0", "DisruptionTarget").text("reason"))
        .isEqualTo("DeletionByTaintManager");
    cluster.run("600s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready terminating");
  }

  @Test
  void tolerationSecondsOfThePodCount() {
    cluster.pod(
        "hasty",
        "app:1",
        "nodeName: node-0, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
            + " effect: NoExecute, tolerationSeconds: 10}]");
    cluster.pod(
        "loyal",
        "app:1",
        "nodeName: node-0, tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists,"
            + " effect: NoExecute}]");
    begin();
    cluster.run("52s");
    assertThat(cluster.show("hasty")).endsWith("terminating");
    cluster.run("600s");
    assertThat(cluster.show("loyal")).isEqualTo("node-0 Running unready");
  }

  @Test
  void nodeThatComesBackEndsWhatWasToEnd() {
    begin();
    cluster.run("345s");
    cluster.chaos.returnNode("node-0");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(cluster.get("/api/v1/nodes/node-0").body().object("spec").items("taints")).isEmpty();
  }

  @Test
  void nodeThatComesBackInTimeKeepsItsPods() {
    begin();
    cluster.run("60s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready");
    cluster.chaos.returnNode("node-0");
    cluster.run("600s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void secondSilenceIsMeasuredByItself() {
    begin();
    cluster.run("60s");
    cluster.chaos.returnNode("node-0");
    cluster.run("60s");
    cluster.chaos.loseNode("node-0");
    cluster.run("339s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running unready");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).endsWith("terminating");
  }

  @Test
  void shortSilenceIsNeverSeen() {
    begin();
    cluster.run("30s");
    cluster.chaos.returnNode("node-0");
    cluster.run("30s");
    assertThat(ready("node-0")).isEqualTo("True");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void podsOfADeletedNodeAreRemovedByForce() {
    begin();
    cluster.run("345s");
    cluster.delete("/api/v1/nodes/node-0");
    cluster.run("39s");
    assertThat(cluster.show("web-0")).endsWith("terminating");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(cluster.show("web-1")).isEqualTo("node-1 Running ready");
  }

  @Test
  void silentNodeStartsAndStopsNothing() {
    begin();
    cluster.pod("late", "app:1", "nodeName: node-0");
    cluster.delete("pods/web-0");
    cluster.run("30s");
    assertThat(cluster.show("late")).isEqualTo("node-0 Pending unready");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready terminating");
  }

  /// The node was never marked, but its kubelet has missed events.
  @Test
  void nodeThatIsBackSoonDoesWhatItMissed() {
    begin();
    cluster.pod("late", "app:1", "nodeName: node-0");
    cluster.delete("pods/web-0");
    cluster.run("20s");
    cluster.chaos.returnNode("node-0");
    cluster.run("5s");
    assertThat(cluster.show("late")).isEqualTo("node-0 Running ready");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
  }

  /// A taint without a time.
  @Test
  void taintByHandIsBorneForAsLongAsThePodSays() {
    cluster.pod(
        "web-0",
        "app:1",
        "nodeName: node-0, tolerations: [{key: fire, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: 10}]");
    cluster.run("5s");
    cluster.merge("/api/v1/nodes/node-0", "spec: {taints: [{key: fire, effect: NoExecute}]}");
    cluster.run("9s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
  }

  @Test
  void taintByHandEvictsToo() {
    cluster.pod("web-0", "app:1", "nodeName: node-0");
    cluster.run("5s");
    cluster.merge("/api/v1/nodes/node-0", "spec: {taints: [{key: fire, effect: NoExecute}]}");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("gone");
  }
}
