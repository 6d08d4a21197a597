package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Claims, their volumes, and where both may be.
class VolumeControllerTest {
  private static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
  private static final String VOLUMES = "/api/v1/persistentvolumes";

  private final SmallCluster cluster = new SmallCluster(3);

  static String claim(String name, String storageClass) {
    return """
        metadata: {name: %s}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}%s}
        """
        .formatted(name, storageClass.isEmpty() ? "" : ", storageClassName: " + storageClass);
  }

  private void classOf(String name, String mode, String provisioner) {
    cluster.post(
        CLASSES,
        "{metadata: {name: %s}, provisioner: %s, volumeBindingMode: %s, allowVolumeExpansion: true}"
            .formatted(name, provisioner, mode));
  }

  private void podWith(String name, String claim) {
    cluster.pod(
        name, "app:1", "volumes: [{name: d, persistentVolumeClaim: {claimName: " + claim + "}}]");
  }

  private String phase(String claim) {
    return cluster.get("persistentvolumeclaims/" + claim).body().object("status").text("phase");
  }

  @Test
  void claimGetsAVolumeAndTakesItAlong() {
    cluster.post("persistentvolumeclaims", claim("data", ""));
    cluster.run("1s");
    assertThat(phase("data")).isEqualTo("Bound");
    assertThat(cluster.list(VOLUMES))
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.object("status").text("phase")).isEqualTo("Bound");
              assertThat(volume.object("spec").object("claimRef").text("name")).isEqualTo("data");
            });
    cluster.delete("persistentvolumeclaims/data");
    cluster.run("1s");
    assertThat(cluster.list("persistentvolumeclaims")).isEmpty();
    assertThat(cluster.list(VOLUMES)).isEmpty();
  }

  @Test
  void usedClaimStaysUntilItsPodIsGone() {
    cluster.post("persistentvolumeclaims", claim("data", ""));
    podWith("web-0", "data");
    cluster.run("2s");
    cluster.delete("persistentvolumeclaims/data");
    cluster.run("2s");
    assertThat(cluster.list("persistentvolumeclaims")).hasSize(1);
    cluster.delete("pods/web-0");
    cluster.run("2s");
    assertThat(cluster.list("persistentvolumeclaims")).isEmpty();
  }

  @Test
  void volumeOfARetainingClassStays() {
    cluster.post("persistentvolumeclaims", claim("data", ""));
    cluster.run("1s");
    var name = SimClient.name(cluster.list(VOLUMES).getFirst());
    cluster.merge(VOLUMES + "/" + name, "spec: {persistentVolumeReclaimPolicy: Retain}");
    cluster.delete("persistentvolumeclaims/data");
    cluster.run("1s");
    assertThat(cluster.list(VOLUMES))
        .singleElement()
        .satisfies(
            volume -> assertThat(volume.object("status").text("phase")).isEqualTo("Released"));
  }

  @Test
  void classThatWaitsForItsConsumerWaits() {
    classOf("lazy", "WaitForFirstConsumer", "sim.ordinal.dev/any");
    cluster.post("persistentvolumeclaims", claim("data", "lazy"));
    cluster.run("5s");
    assertThat(phase("data")).isEqualTo("Pending");
    podWith("web-0", "data");
    cluster.run("2s");
    assertThat(phase("data")).isEqualTo("Bound");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void localVolumeKeepsItsPodsOnItsNode() {
    classOf("local", "WaitForFirstConsumer", "sim.ordinal.dev/local");
    cluster.post("persistentvolumeclaims", claim("data", "local"));
    podWith("web-0", "data");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
    cluster.delete("pods/web-0");
    cluster.run("2s");
    cluster.merge("/api/v1/nodes/node-0", "spec: {unschedulable: true}");
    podWith("web-0", "data");
    cluster.run("2s");
    assertThat(cluster.condition("web-0", "PodScheduled").text("message"))
        .startsWith(
            "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match"
                + " PersistentVolume's node affinity.");
    cluster.chaos.uncordon("node-0");
    cluster.run("2s");
    assertThat(cluster.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void claimAndVolumeGrowTogether() {
    classOf("fast", "Immediate", "sim.ordinal.dev/any");
    cluster.post("persistentvolumeclaims", claim("data", "fast"));
    cluster.run("1s");
    cluster.merge("persistentvolumeclaims/data", "spec: {resources: {requests: {storage: 2Gi}}}");
    cluster.run("1s");
    var claim = cluster.get("persistentvolumeclaims/data").body();
    assertThat(claim.object("status").object("capacity").text("storage")).isEqualTo("2Gi");
    var volume = cluster.list(VOLUMES).getFirst();
    assertThat(volume.object("spec").object("capacity").text("storage")).isEqualTo("2Gi");
  }
}
