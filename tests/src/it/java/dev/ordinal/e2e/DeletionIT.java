package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Deleting a set is the garbage collector's work; the controller keeps its hands off.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class DeletionIT {
  private static final String SLOW_END =
      "metadata: {annotations: {sim.ordinal.dev/stop-delay: 2s}, ";

  private final Cluster cluster;
  private final Realm realm;

  DeletionIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterAll
  void stopController() {
    realm.close();
  }

  /// Two pods that take their time to stop.
  private void create(String name, String more) {
    var manifest = Realm.manifest(name, 2, "podManagementPolicy: Parallel\n  " + more);
    cluster.apply(manifest.replace("metadata: {labels", SLOW_END + "labels"));
    realm.awaitReady(name);
  }

  private List<Audit.Entry> podWrites(String set) {
    return realm.writes().stream()
        .filter(entry -> entry.resource().equals("pods") && entry.name().startsWith(set + "-"))
        .toList();
  }

  private void awaitGone(String set) {
    realm.await(set + " to be gone", () -> !realm.hasSet(set) && realm.pods(set).isEmpty());
  }

  @Test
  void backgroundDeletionTakesThePodsAfterTheSet() {
    create("back", "");
    var before = podWrites("back");
    realm.kubectl("delete", "asts", "back", "--cascade=background");
    awaitGone("back");

    assertThat(podWrites("back")).isEqualTo(before);
  }

  @Test
  void foregroundDeletionTakesThePodsBeforeTheSet() {
    create("fore", "");
    var before = podWrites("fore");
    realm.kubectl("delete", "asts", "fore", "--cascade=foreground", "--wait=false");
    // The set stays until its pods are gone, and none of them is replaced meanwhile.
    realm.await(
        "the pods to be gone",
        () -> {
          // In this order: both may go between two looks.
          var hasSet = realm.hasSet("fore");
          var pods = realm.pods("fore");
          assertThat(hasSet || pods.isEmpty()).isTrue();
          return pods.isEmpty();
        });
    awaitGone("fore");

    assertThat(podWrites("fore")).isEqualTo(before);
  }

  @Test
  void orphanedPodsGoOnAndANewSetTakesThemOver() {
    create("kept", "");
    var pods = realm.pods("kept");
    var revision = realm.revision("kept-0");
    var before = podWrites("kept");
    realm.kubectl("delete", "asts", "kept", "--cascade=orphan");
    assertThat(realm.hasSet("kept")).isFalse();
    assertThat(realm.pods("kept")).isEqualTo(pods);
    assertThat(podWrites("kept")).isEqualTo(before);

    create("kept", "");
    assertThat(realm.pods("kept")).isEqualTo(pods);
    assertThat(realm.revision("kept-0")).isEqualTo(revision);
    assertThat(podWrites("kept").subList(before.size(), podWrites("kept").size()))
        .extracting(Audit.Entry::toString)
        .containsExactlyInAnyOrder("patch pods kept-0 200", "patch pods kept-1 200");
    var owner = realm.set("kept").object("metadata").text("uid");
    assertThat(realm.kubectl("get", "pod", "kept-1", "-o", "jsonpath={..ownerReferences[*].uid}"))
        .isEqualTo(owner);
    assertThat(realm.status("kept", "updatedReplicas")).isEqualTo("2");
  }

  private static String claims(String whenDeleted) {
    return """
        persistentVolumeClaimRetentionPolicy: {whenDeleted: %s}
          volumeClaimTemplates:
          - metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
        .formatted(whenDeleted)
        .strip();
  }

  @Test
  void claimsGoWithTheSetWhereItsPolicySaysDelete() {
    create("gone", claims("Delete"));
    assertThat(realm.claims()).contains("disk-gone-0", "disk-gone-1");
    realm.kubectl("delete", "asts", "gone");
    awaitGone("gone");

    realm.await("no claims", () -> realm.claims().stream().noneMatch(c -> c.contains("gone")));
  }

  @Test
  void claimsStayWhereThePolicySaysRetain() {
    create("stay", claims("Retain"));
    realm.kubectl("delete", "asts", "stay");
    awaitGone("stay");

    assertThat(realm.claims()).contains("disk-stay-0", "disk-stay-1");
    assertThat(
            realm.kubectl(
                "get", "pvc", "disk-stay-0", "-o", "jsonpath={.metadata.ownerReferences}"))
        .isEmpty();
  }
}
