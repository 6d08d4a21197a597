package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.sim.cluster.ClusterOptions.Capacity;
import org.junit.jupiter.api.Test;

/// Pods that must not, or must, stand beside others; and nodes of a normal size.
class PodAffinityTest {
  private final SmallCluster cluster = new SmallCluster(4);

  private static String rule(String kind, String key) {
    return "affinity: {%s: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: %s, labelSelector: {matchLabels: {app: web}}}]}}"
        .formatted(kind, key);
  }

  private void pods(int count, String more) {
    for (var i = 0; i < count; i++) {
      cluster.pod("web-" + i, "app:1", more);
      cluster.run("1s");
    }
  }

  private String message(String pod) {
    return cluster.condition(pod, "PodScheduled").text("message");
  }

  @Test
  void onePodForEachNodeAndTheNextWaitsForRoom() {
    pods(5, rule("podAntiAffinity", "kubernetes.io/hostname"));
    assertThat(cluster.node("web-3")).isEqualTo("node-3");
    assertThat(message("web-4"))
        .startsWith("0/4 nodes are available: 4 node(s) didn't match pod anti-affinity rules.");

    cluster.delete("pods/web-2");
    cluster.run("2s");
    assertThat(cluster.show("web-4")).isEqualTo("node-2 Running ready");
  }

  @Test
  void onePodForEachZone() {
    pods(4, rule("podAntiAffinity", "topology.kubernetes.io/zone"));
    assertThat(cluster.node("web-0")).isEqualTo("node-0");
    assertThat(cluster.node("web-1")).isEqualTo("node-1");
    assertThat(cluster.node("web-2")).isEqualTo("node-2");
    assertThat(cluster.node("web-3")).isEqualTo("nowhere");
  }

  @Test
  void podsThatAreThereKeepOthersAway() {
    cluster.merge("/api/v1/nodes/node-1", "spec: {unschedulable: true}");
    cluster.merge("/api/v1/nodes/node-2", "spec: {unschedulable: true}");
    cluster.merge("/api/v1/nodes/node-3", "spec: {unschedulable: true}");
    pods(1, rule("podAntiAffinity", "kubernetes.io/hostname"));
    cluster.pod("late", "app:1", "");
    cluster.run("1s");
    assertThat(message("late"))
        .contains("1 node(s) didn't satisfy existing pods anti-affinity rules");
  }

  @Test
  void podsThatBelongTogetherFollowTheFirst() {
    pods(3, rule("podAffinity", "kubernetes.io/hostname"));
    assertThat(cluster.node("web-0")).isEqualTo("node-0");
    assertThat(cluster.node("web-1")).isEqualTo("node-0");
    assertThat(cluster.node("web-2")).isEqualTo("node-0");
  }

  @Test
  void podThatNeedsAnotherWaitsForIt() {
    cluster.post(
        "pods",
        "{metadata: {name: side}, spec: {containers: [{name: app, image: 'app:1'}], %s}}"
            .formatted(rule("podAffinity", "kubernetes.io/hostname")));
    cluster.run("1s");
    assertThat(message("side"))
        .startsWith("0/4 nodes are available: 4 node(s) didn't match pod affinity rules.");
    pods(1, "");
    assertThat(cluster.node("side")).isEqualTo("node-0");
  }

  @Test
  void nodesAreInThreeZones() {
    assertThat(cluster.list("/api/v1/nodes"))
        .extracting(
            node -> node.object("metadata").object("labels").text("topology.kubernetes.io/zone"))
        .containsExactly("a", "b", "c", "a");
  }

  @Test
  void normalNodeIsFullWithAHundredAndTenPodsOrFourProcessors() {
    var small = new SmallCluster(ClusterOptions.of(1).with(Capacity.NORMAL));
    small.post(
        "pods",
        "{metadata: {name: big}, spec: {containers: [{name: app, image: 'app:1', resources:"
            + " {requests: {cpu: 5}}}]}}");
    small.run("1s");
    assertThat(small.condition("big", "PodScheduled").text("message"))
        .startsWith("0/1 nodes are available: 1 Insufficient cpu.");
    for (var i = 0; i < 111; i++) {
      small.pod("web-" + i, "app:1", "");
    }
    small.run("5s");
    assertThat(small.condition("web-110", "PodScheduled").text("message"))
        .startsWith("0/1 nodes are available: 1 Too many pods.");
  }
}
