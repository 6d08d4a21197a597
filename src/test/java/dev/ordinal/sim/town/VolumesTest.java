package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Claims, their volumes, and where both may be.
class VolumesTest {
  private static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
  private static final String VOLUMES = "/api/v1/persistentvolumes";

  private final Village village = new Village(3);

  static String claim(String name, String storageClass) {
    return """
        metadata: {name: %s}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}%s}
        """
        .formatted(name, storageClass.isEmpty() ? "" : ", storageClassName: " + storageClass);
  }

  private void classOf(String name, String mode, String provisioner) {
    village.post(
        CLASSES,
        "{metadata: {name: %s}, provisioner: %s, volumeBindingMode: %s, allowVolumeExpansion: true}"
            .formatted(name, provisioner, mode));
  }

  private void podWith(String name, String claim) {
    village.pod(
        name, "app:1", "volumes: [{name: d, persistentVolumeClaim: {claimName: " + claim + "}}]");
  }

  private String phase(String claim) {
    return village.get("persistentvolumeclaims/" + claim).body().object("status").text("phase");
  }

  @Test
  void claimGetsAVolumeAndTakesItAlong() {
    village.post("persistentvolumeclaims", claim("data", ""));
    village.run("1s");
    assertThat(phase("data")).isEqualTo("Bound");
    assertThat(village.list(VOLUMES))
        .singleElement()
        .satisfies(
            volume -> {
              assertThat(volume.object("status").text("phase")).isEqualTo("Bound");
              assertThat(volume.object("spec").object("claimRef").text("name")).isEqualTo("data");
            });
    village.delete("persistentvolumeclaims/data");
    village.run("1s");
    assertThat(village.list("persistentvolumeclaims")).isEmpty();
    assertThat(village.list(VOLUMES)).isEmpty();
  }

  @Test
  void usedClaimStaysUntilItsPodIsGone() {
    village.post("persistentvolumeclaims", claim("data", ""));
    podWith("web-0", "data");
    village.run("2s");
    village.delete("persistentvolumeclaims/data");
    village.run("2s");
    assertThat(village.list("persistentvolumeclaims")).hasSize(1);
    village.delete("pods/web-0");
    village.run("2s");
    assertThat(village.list("persistentvolumeclaims")).isEmpty();
  }

  @Test
  void volumeOfARetainingClassStays() {
    village.post("persistentvolumeclaims", claim("data", ""));
    village.run("1s");
    var name = Office.name(village.list(VOLUMES).getFirst());
    village.merge(VOLUMES + "/" + name, "spec: {persistentVolumeReclaimPolicy: Retain}");
    village.delete("persistentvolumeclaims/data");
    village.run("1s");
    assertThat(village.list(VOLUMES))
        .singleElement()
        .satisfies(
            volume -> assertThat(volume.object("status").text("phase")).isEqualTo("Released"));
  }

  @Test
  void classThatWaitsForItsConsumerWaits() {
    classOf("lazy", "WaitForFirstConsumer", "sim.ordinal.dev/any");
    village.post("persistentvolumeclaims", claim("data", "lazy"));
    village.run("5s");
    assertThat(phase("data")).isEqualTo("Pending");
    podWith("web-0", "data");
    village.run("2s");
    assertThat(phase("data")).isEqualTo("Bound");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void localVolumeKeepsItsPodsOnItsNode() {
    classOf("local", "WaitForFirstConsumer", "sim.ordinal.dev/local");
    village.post("persistentvolumeclaims", claim("data", "local"));
    podWith("web-0", "data");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
    village.delete("pods/web-0");
    village.run("2s");
    village.merge("/api/v1/nodes/node-0", "spec: {unschedulable: true}");
    podWith("web-0", "data");
    village.run("2s");
    assertThat(village.condition("web-0", "PodScheduled").text("message"))
        .startsWith(
            "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match"
                + " PersistentVolume's node affinity.");
    village.chaos.uncordon("node-0");
    village.run("2s");
    assertThat(village.show("web-0")).isEqualTo("node-0 Running ready");
  }

  @Test
  void claimAndVolumeGrowTogether() {
    classOf("fast", "Immediate", "sim.ordinal.dev/any");
    village.post("persistentvolumeclaims", claim("data", "fast"));
    village.run("1s");
    village.merge("persistentvolumeclaims/data", "spec: {resources: {requests: {storage: 2Gi}}}");
    village.run("1s");
    var claim = village.get("persistentvolumeclaims/data").body();
    assertThat(claim.object("status").object("capacity").text("storage")).isEqualTo("2Gi");
    var volume = village.list(VOLUMES).getFirst();
    assertThat(volume.object("spec").object("capacity").text("storage")).isEqualTo("2Gi");
  }
}
