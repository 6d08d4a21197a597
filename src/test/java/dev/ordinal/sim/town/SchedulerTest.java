package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which node a pod gets, and what is said when none fits.
class SchedulerTest {
  private static final String NO_VICTIMS =
      " preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";

  private final Village village = new Village(3);

  @Test
  void fewestPodsFirstThenByName() {
    for (var i = 0; i < 4; i++) {
      village.pod("web-" + i, "app:1", "");
      village.run("1s");
    }
    assertThat(village.node("web-0")).isEqualTo("node-0");
    assertThat(village.node("web-1")).isEqualTo("node-1");
    assertThat(village.node("web-2")).isEqualTo("node-2");
    assertThat(village.node("web-3")).isEqualTo("node-0");
    assertThat(village.show("web-3")).isEqualTo("node-0 Running ready");
  }

  @Test
  void selectorAndAffinityAreKept() {
    village.pod("a", "app:1", "nodeSelector: {kubernetes.io/hostname: node-2}");
    village.pod("b", "app:1", affinity("In", "node-1"));
    village.pod("c", "app:1", affinity("NotIn", "node-0, node-1"));
    village.run("1s");
    assertThat(village.node("a")).isEqualTo("node-2");
    assertThat(village.node("b")).isEqualTo("node-1");
    assertThat(village.node("c")).isEqualTo("node-2");
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
    village.merge("/api/v1/nodes/node-0", "spec: {unschedulable: true}");
    village.merge(
        "/api/v1/nodes/node-1", "spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}");
    village.pod("web-0", "app:1", "nodeSelector: {size: big}");
    village.run("1s");
    var scheduled = village.condition("web-0", "PodScheduled");
    assertThat(scheduled.text("status")).isEqualTo("False");
    assertThat(scheduled.text("reason")).isEqualTo("Unschedulable");
    assertThat(scheduled.text("message"))
        .isEqualTo(
            "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1"
                + " node(s) had untolerated taint(s), 1 node(s) were unschedulable."
                + NO_VICTIMS);

    village.merge("/api/v1/nodes/node-2", "metadata: {labels: {size: big}}");
    village.run("1s");
    assertThat(village.show("web-0")).isEqualTo("node-2 Running ready");
    assertThat(village.condition("web-0", "PodScheduled").text("status")).isEqualTo("True");
  }

  @Test
  void tolerationOpensATaintedNode() {
    for (var node : new String[] {"node-0", "node-1"}) {
      village.merge("/api/v1/nodes/" + node, "spec: {unschedulable: true}");
    }
    village.merge("/api/v1/nodes/node-2", "spec: {taints: [{key: gpu, effect: NoSchedule}]}");
    village.pod("plain", "app:1", "");
    village.pod("tough", "app:1", "tolerations: [{key: gpu, operator: Exists}]");
    village.run("1s");
    assertThat(village.node("plain")).isEqualTo("nowhere");
    assertThat(village.node("tough")).isEqualTo("node-2");
  }

  @Test
  void fullNodeWaitsForRoom() {
    var big = "nodeSelector: {kubernetes.io/hostname: node-0}";
    village.post(
        "pods",
        "{metadata: {name: a}, spec: {nodeName: node-0, containers: [{name: app, image: 'app:1',"
            + " resources: {requests: {cpu: 900}}}]}}");
    village.run("1s");
    village.post(
        "pods",
        "{metadata: {name: b}, spec: {"
            + big
            + ", containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 200}}}]}}");
    village.run("1s");
    assertThat(village.node("b")).isEqualTo("nowhere");
    assertThat(village.condition("b", "PodScheduled").text("message"))
        .contains("1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector");

    village.delete("pods/a");
    village.run("2s");
    assertThat(village.show("b")).isEqualTo("node-0 Running ready");
  }

  @Test
  void podWaitsForItsClaim() {
    village.pod("web-0", "app:1", "volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]");
    village.run("1s");
    assertThat(village.condition("web-0", "PodScheduled").text("message"))
        .isEqualTo(
            "0/3 nodes are available: persistentvolumeclaim \"data\" not found." + NO_VICTIMS);

    village.post("persistentvolumeclaims", VolumesTest.claim("data", ""));
    village.run("1s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void gatedPodIsLeftAlone() {
    village.pod("web-0", "app:1", "schedulingGates: [{name: wait}]");
    village.run("1s");
    assertThat(village.condition("web-0", "PodScheduled").text("reason"))
        .isEqualTo("SchedulingGated");
    village.merge("pods/web-0", "spec: {schedulingGates: null}");
    village.run("1s");
    assertThat(village.node("web-0")).isEqualTo("node-0");
  }

  @Test
  void eventsAreToldWhenAskedFor() {
    var talkative = new Village(TownOptions.of(1).withEvents());
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
    village.pod("web-0", "app:1", "");
    village.run("1s");
    assertThat(village.list("events")).isEmpty();
  }
}
