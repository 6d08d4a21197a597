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
  void claimMayNotGrowBeyondTheQuota() {
    cluster.post(
        "resourcequotas", "{metadata: {name: few}, spec: {hard: {requests.storage: 1536Mi}}}");
    cluster.post(
        "/apis/storage.k8s.io/v1/storageclasses",
        "{metadata: {name: fast}, provisioner: x, allowVolumeExpansion: true}");
    cluster.post("persistentvolumeclaims", VolumeControllerTest.claim("a", "fast"));
    cluster.run("1s");
    var bigger = "spec: {resources: {requests: {storage: %s}}}";

    assertThat(
            cluster
                .merge("persistentvolumeclaims/a", bigger.formatted("2Gi"))
                .body()
                .text("message"))
        .isEqualTo(
            "persistentvolumeclaims \"a\" is forbidden: exceeded quota: few, requested:"
                + " requests.storage=1Gi, used: requests.storage=1Gi, limited:"
                + " requests.storage=1536Mi");
    assertThat(cluster.merge("persistentvolumeclaims/a", "metadata: {labels: {a: b}}").isOk())
        .isTrue();
    assertThat(cluster.merge("persistentvolumeclaims/a", bigger.formatted("1536Mi")).isOk())
        .isTrue();
  }

  private static String resize(String cpu) {
    return "spec: {containers: [{name: app, image: 'app:1', resources: {requests: {cpu: %s}}}]}"
        .formatted(cpu);
  }

  @Test
  void resizeBeyondTheQuotaIsRefused() {
    cluster.post("resourcequotas", "{metadata: {name: few}, spec: {hard: {requests.cpu: '1'}}}");
    cluster.post("pods", pod("a", "500m"));
    cluster.post("pods", pod("b", "300m"));
    cluster.run("1s");
    var reply = cluster.merge("pods/a/resize", resize("800m"));

    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "pods \"a\" is forbidden: exceeded quota: few, requested: requests.cpu=300m, used:"
                + " requests.cpu=800m, limited: requests.cpu=1");
    assertThat(cluster.merge("pods/a/resize", resize("700m")).isOk()).isTrue();
  }

  /// Quotas may shrink below what is used; pods may still become smaller.
  @Test
  void smallerPodNeedsNoRoom() {
    cluster.post("pods", pod("a", "500m"));
    cluster.run("1s");
    cluster.post("resourcequotas", "{metadata: {name: few}, spec: {hard: {cpu: 100m}}}");

    assertThat(cluster.merge("pods/a/resize", resize("400m")).isOk()).isTrue();
    assertThat(cluster.merge("pods/a/status", "status: {message: m}").isOk()).isTrue();
    assertThat(cluster.merge("pods/a", "metadata: {labels: {a: b}}").isOk()).isTrue();
  }

  @Test
  void podHasToSayWhatTheQuotaLimits() {
    cluster.post(
        "resourcequotas",
        "{metadata: {name: few}, spec: {hard: {limits.cpu: '4', requests.memory: 4Gi, pods: '9'}}}");
    var reply =
        cluster.post(
            "pods",
            """
            metadata: {name: a}
            spec:
              initContainers: [{name: first, image: 'app:1'}]
              containers:
              - {name: app, image: 'app:1', resources: {limits: {cpu: '1'}}}
              - {name: side, image: 'app:1', resources: {requests: {memory: 1Gi}}}
            """);

    assertThat(reply.code()).isEqualTo(403);
    assertThat(reply.body().text("message"))
        .isEqualTo(
            "pods \"a\" is forbidden: failed quota: few: must specify limits.cpu for: first,side;"
                + " requests.memory for: app,first");
  }

  @Test
  void quotaOfCountsAsksForNoAmounts() {
    cluster.post("resourcequotas", "{metadata: {name: few}, spec: {hard: {count/pods: '9'}}}");
    cluster.pod("a", "app:1", "");
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
