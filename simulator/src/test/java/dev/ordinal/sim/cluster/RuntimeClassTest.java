package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RuntimeClassTest {
  private final SmallCluster cluster = new SmallCluster(2);

  private static String pod(String more) {
    return "{metadata: {name: a}, spec: {runtimeClassName: boxed, containers: [{name: app, image: 'app:1'}]%s}}"
        .formatted(more);
  }

  @Test
  void podOfAnUnknownClassIsRefused() {
    var reply = cluster.post("pods", pod(""));

    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo("pods \"a\" is forbidden: pod rejected: RuntimeClass \"boxed\" not found");
  }

  @Test
  void classBringsItsOverheadAndItsNodes() {
    cluster.post(
        "/apis/node.k8s.io/v1/runtimeclasses",
        """
        metadata: {name: boxed}
        handler: runsc
        overhead: {podFixed: {cpu: 250m}}
        scheduling:
          nodeSelector: {kubernetes.io/hostname: node-1}
          tolerations: [{key: boxed, operator: Exists}]
        """);

    assertThat(cluster.post("pods", pod("")).isOk()).isTrue();
    cluster.run("1s");
    assertThat(cluster.show("a")).isEqualTo("node-1 Running ready");
    var spec = cluster.get("pods/a").body().object("spec");
    assertThat(spec.object("overhead").text("cpu")).isEqualTo("250m");
    assertThat(spec.items("tolerations").toString()).contains("boxed");
  }

  @Test
  void podMayNotSelectOtherNodesThanItsClass() {
    cluster.post(
        "/apis/node.k8s.io/v1/runtimeclasses",
        "{metadata: {name: boxed}, handler: runsc, scheduling: {nodeSelector: {disk: fast}}}");

    assertThat(cluster.post("pods", pod(", nodeSelector: {disk: slow}")).body().text("message"))
        .isEqualTo(
            "pods \"a\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[disk] = fast;"
                + " pod.spec.nodeSelector[disk] = slow");
    assertThat(cluster.post("pods", pod(", nodeSelector: {disk: fast}")).isOk()).isTrue();
  }
}
