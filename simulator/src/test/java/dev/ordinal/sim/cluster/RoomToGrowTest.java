package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Reply;
import org.junit.jupiter.api.Test;

/// A pod that is resized needs room on its node: more than the node has is refused by the API
/// server, more than is left waits for its kubelet.
class RoomToGrowTest {
  private final SmallCluster cluster = new SmallCluster(1);

  RoomToGrowTest() {
    cluster.merge(
        "/api/v1/nodes/node-0/status",
        "status: {capacity: {cpu: '2', memory: 2Gi}, allocatable: {cpu: '2', memory: 2Gi}}");
    create("a", "cpu: '1'");
    create("b", "cpu: 500m");
    cluster.run("1s");
  }

  private void create(String name, String requests) {
    cluster.post("pods", "{metadata: {name: %s}, %s}".formatted(name, spec(requests)));
  }

  private static String spec(String requests) {
    return "spec: {containers: [{name: app, image: 'app:1', resources: {requests: {%s}}}]}"
        .formatted(requests);
  }

  private Reply resize(String name, String requests) {
    var reply = cluster.merge("pods/%s/resize".formatted(name), spec(requests));
    cluster.run("1s");
    return reply;
  }

  private String has(String pod) {
    var first =
        (Json.Obj)
            cluster
                .get("pods/" + pod)
                .body()
                .object("status")
                .items("containerStatuses")
                .getFirst();
    return first.object("allocatedResources").text("cpu");
  }

  @Test
  void moreThanTheNodeHasIsRefused() {
    var reply = resize("a", "cpu: 2500m, memory: 4Gi");

    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "pods \"a\" is forbidden: node didn't have enough allocatable resources: cpu,"
                + " requested: 2500, allocatable: 2000; memory, requested: 4294967296, allocatable:"
                + " 2147483648");
    assertThat(has("a")).isEqualTo("1");
  }

  @Test
  void moreThanIsLeftWaitsUntilAnotherPodGoes() {
    assertThat(resize("a", "cpu: 1800m").isOk()).isTrue();

    var waits = cluster.condition("a", "PodResizePending");
    assertThat(waits.text("reason")).isEqualTo("Deferred");
    assertThat(waits.text("message"))
        .isEqualTo(
            "Node didn't have enough resource: cpu, requested: 1800, used: 500, capacity: 2000");
    assertThat(has("a")).isEqualTo("1");

    cluster.delete("pods/b");
    cluster.run("2s");
    assertThat(cluster.condition("a", "PodResizePending")).isEqualTo(Json.EMPTY);
    assertThat(has("a")).isEqualTo("1800m");
  }

  @Test
  void podThatShrinksMakesRoom() {
    resize("a", "cpu: 1800m");
    resize("b", "cpu: 200m");
    cluster.run("1s");

    assertThat(has("a")).isEqualTo("1800m");
  }

  @Test
  void whatIsLeftIsGranted() {
    assertThat(resize("a", "cpu: 1500m").isOk()).isTrue();

    assertThat(cluster.condition("a", "PodResizePending")).isEqualTo(Json.EMPTY);
    assertThat(has("a")).isEqualTo("1500m");
  }

  @Test
  void podWithoutANodeMayAskForAnything() {
    create("c", "cpu: '1'");
    cluster.run("1s");

    assertThat(cluster.node("c")).isEqualTo("nowhere");
    assertThat(resize("c", "cpu: '9'").isOk()).isTrue();
  }
}
