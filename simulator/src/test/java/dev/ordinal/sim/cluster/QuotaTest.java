package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Quotas and refusals on request.
class QuotaTest {
  private final SmallCluster cluster = new SmallCluster(2);

  private static String pod(String name, String cpu) {
    return """
        metadata: {name: %s}
        spec: {containers: [{name: app, image: 'app:1', resources: {requests: {cpu: %s}}}]}
        """
        .formatted(name, cpu);
  }

  @Test
  void podBeyondTheQuotaIsRefusedInTheServersWords() {
    cluster.post("resourcequotas", "{metadata: {name: few}, spec: {hard: {pods: '1', cpu: '1'}}}");
    assertThat(cluster.post("pods", pod("a", "500m")).code()).isEqualTo(201);
    var reply = cluster.post("pods", pod("b", "600m"));
    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "pods \"b\" is forbidden: exceeded quota: few, requested: cpu=600m,pods=1, used:"
                + " cpu=500m,pods=1, limited: cpu=1,pods=1");
    cluster.run("1s");
    var status = cluster.get("resourcequotas/few").body().object("status");
    assertThat(status.object("used").text("pods")).isEqualTo("1");

    cluster.delete("pods/a");
    cluster.run("2s");
    assertThat(cluster.post("pods", pod("b", "600m")).code()).isEqualTo(201);
  }

  @Test
  void claimsAreCountedToo() {
    cluster.post(
        "resourcequotas", "{metadata: {name: few}, spec: {hard: {requests.storage: 1536Mi}}}");
    assertThat(cluster.post("persistentvolumeclaims", VolumeControllerTest.claim("a", "")).isOk())
        .isTrue();
    assertThat(
            cluster
                .post("persistentvolumeclaims", VolumeControllerTest.claim("b", ""))
                .body()
                .text("message"))
        .isEqualTo(
            "persistentvolumeclaims \"b\" is forbidden: exceeded quota: few, requested:"
                + " requests.storage=1Gi, used: requests.storage=1Gi, limited:"
                + " requests.storage=1536Mi");
  }

  @Test
  void refusalsOnRequestEndOnRequest() {
    cluster.chaos.refuse("pods", "no pods on Sundays");
    var reply = cluster.post("pods", pod("a", "1"));
    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "admission webhook \"chaos.sim.ordinal.dev\" denied the request: no pods on Sundays");
    assertThat(cluster.post("configmaps", "metadata: {name: a}").isOk()).isTrue();
    cluster.chaos.admit("pods");
    assertThat(cluster.post("pods", pod("a", "1")).isOk()).isTrue();
  }
}
