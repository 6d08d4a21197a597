package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which node a pod gets, and the message when none fits.
class SchedulerTest {
  private static final String NO_VICTIMS =
      " preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";

  private final SmallCluster cluster = new SmallCluster(3);

  @Test
  void fewestPodsFirstThenByName() {
    for (var i = 0; i < 4; i++) {
      cluster.pod("web-" + i, "app:1", "");
      cluster.run("1s");
    }
    assertThat(cluster.node("web-0")).isEqualTo("node-0");
    assertThat(cluster.node("web-1")).isEqualTo("node-1");
    assertThat(cluster.node("web-2")).isEqualTo("node-2");
    assertThat(cluster.node("web-3")).isEqualTo("node-0");
    assertThat(cluster.show("web-3")).isEqualTo("node-0 Running ready");
  }

  @Test
  void selectorAndAffinityAreKept() {
    cluster.pod("a", "app:1", "nodeSelector: {kubernetes.io/hostname: node-2}");
    cluster.pod("b", "app:1", affinity("In", "node-1"));
    cluster.pod("c", "app:1", affinity("NotIn", "node-0, node-1"));
    cluster.run("1s");
    assertThat(cluster.node("a")).isEqualTo("node-2");
    assertThat(cluster.node("b")).isEqualTo("node-1");
    assertThat(cluster.node("c")).isEqualTo("node-2");
  }

  private static String affinity(String operator, String values) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
        + " {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: "
        + operator
        + ", values: ["
        + values
        + "]}]}]}}}";
  }

  @Test
  void podThatFitsNowhereSaysWhyAndIsTriedAgain() {
    cluster.merge("/api/v1/nodes/node-0", "spec: {unschedulable: true}");
    cluster.merge(
        "/api/v1/nodes/node-1", "spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}");
    cluster.pod("web-0", "app:1", "nodeSelector: {size: big}");
    cluster.run("1s");
    var scheduled = cluster.condition("web-0", "PodScheduled");
    assertThat(scheduled.text("status")).isEqualTo("False");
    assertThat(scheduled.text("reason")).isEqualTo("Unschedulable");
    assertThat(scheduled.text("message"))
        .isEqualTo(
            "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1"
                + " node(s) had untolerated taint(s), 1 node(s) were unschedulable."
                + NO_VICTIMS);

    cluster.merge("/api/v1/nodes/node-2", "metadata: {labels: {size: big}}");
    cluster.run("1s");
    assertThat(cluster.show("web-0")).isEqualTo("node-2 Running ready");
    assertThat(cluster.condition("web-0", "PodScheduled").text("status")).isEqualTo("True");
  }

  @Test
  void tolerationOpensATaintedNode() {
    for (var node : new String[] {"node-0", "node-1"}) {
      cluster.merge("/api/v1/nodes/" + node, "spec: {unschedulable: true}");
    }
    cluster.merge("/api/v1/nodes/node-2", "spec: {taints: [{key: gpu, effect: NoSchedule}]}");
    cluster.pod("plain", "app:1", "");
    cluster.pod("tough", "app:1", "tolerations: [{key: gpu, operator: Exists}]");
    cluster.run("1s");
    assertThat(cluster.node("plain")).isEqualTo("nowhere");
    assertThat(cluster.node("tough")).isEqualTo("node-2");
  }

  @Test
  void fullNodeWaitsForRoom() {
    var big = "nodeSelector: {kubernetes.io/hostname: node-0}";
    cluster.post(
        "pods",
        "{metadata: {name: a}, spec: {nodeName: node-0, containers: [{name: app, image: 'app:1',"
            + " resources: {requests: {cpu: 900}}}]}}");
    cluster.run("1s");
    cluster.post(
        "pods",
        "{metadata: {name: b}, spec: {"
            + big
            + ", containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 200}}}]}}");
    cluster.run("1s");
    assertThat(cluster.node("b")).isEqualTo("nowhere");
    assertThat(cluster.condition("b", "PodScheduled").text("message"))
        .contains("1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector");

    cluster.delete("pods/a");
    cluster.run("2s");
    assertThat(cluster.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void podWaitsForItsClaim() {
    cluster.pod("web-0", "app:1", "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]");
    cluster.run("1s");
    assertThat(cluster.condition("web-0", "PodScheduled").text("message"))
        .isEqualTo(
            "0/3 nodes are available: persistentvolumeclaim \"data\" not found." + NO_VICTIMS);

    cluster.post("persistentvolumeclaims", VolumeControllerTest.claim("data", ""));
    cluster.run("1s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void gatedPodIsLeftAlone() {
    cluster.pod("web-0", "app:1", "schedulingGates: [{name: wait}]");
    cluster.run("1s");
    assertThat(cluster.condition("web-0", "PodScheduled").text("reason"))
        .isEqualTo("SchedulingGated");
    cluster.merge("pods/web-0", "spec: {schedulingGates: null}");
    cluster.run("1s");
    assertThat(cluster.node("web-0")).isEqualTo("node-0");
  }

  @Test
  void eventsAreToldWhenAskedFor() {
    var talkative = new SmallCluster(ClusterOptions.of(1).withEvents());
    talkative.pod("web-0", "app:1", "");
    talkative.pod("web-1", "app:1", "nodeSelector: {size: big}");
    talkative.run("1s");
    assertThat(talkative.list("events"))
        .extracting(
            event -> event.object("involvedObject").text("name") + " " + event.text("reason"))
        .containsExactlyInAnyOrder(
            "web-0 Scheduled",
            "web-0 Pulling",
            "web-0 Pulled",
            "web-0 Created",
            "web-0 Started",
            "web-1 FailedScheduling");
    cluster.pod("web-0", "app:1", "");
    cluster.run("1s");
    assertThat(cluster.list("events")).isEmpty();
  }
}
