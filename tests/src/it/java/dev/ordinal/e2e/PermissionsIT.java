package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// The permissions of `deploy/rbac.yaml` are enough where the API server allows a change of owners
/// only with permission to delete the object, as the one of the rig does. All end-to-end tests run
/// with them; these are the changes of owners, and the deletions, that no other test has.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class PermissionsIT {
  private final Cluster cluster;
  private final Realm realm;

  PermissionsIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterAll
  void stopController() {
    realm.close();
  }

  private static String claims(String policy) {
    return """
        podManagementPolicy: Parallel
          persistentVolumeClaimRetentionPolicy: {%s}
          volumeClaimTemplates:
          - metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
        .formatted(policy)
        .strip();
  }

  private List<String> claimsOf(String set) {
    return realm.claims().stream().filter(name -> name.startsWith("disk-" + set)).sorted().toList();
  }

  private String owners(String claim) {
    return realm.kubectl("get", "pvc", claim, "-o", "jsonpath={.metadata.ownerReferences[*].kind}");
  }

  private void assertThatNoClaimWasDeletedByUs() {
    assertThat(
            cluster
                .audit()
                .by(User.ORDINAL)
                .of("persistentvolumeclaims")
                .where(entry -> entry.verb().startsWith("delete"))
                .entries())
        .isEmpty();
  }

  @Test
  void claimsGoWithThePodsThatAreScaledAway() {
    cluster.apply(Realm.manifest("less", 3, claims("whenScaled: Delete")));
    realm.awaitReady("less");
    realm.kubectl("scale", "asts", "less", "--replicas=1");
    realm.awaitReady("less");

    realm.await("two claims gone", () -> claimsOf("less").equals(List.of("disk-less-0")));
    assertThatNoClaimWasDeletedByUs();
  }

  @Test
  void revisionsBeyondTheLimitAreDeleted() {
    var set = Realm.manifest("short", 1, "revisionHistoryLimit: 0");
    cluster.apply(set);
    realm.awaitReady("short");
    cluster.apply(set.replace("app:1", "app:2"));
    realm.awaitUpdated("short", 1);

    realm.await(
        "one revision",
        () ->
            cluster.list("apis/apps/v1", "controllerrevisions").stream()
                    .filter(found -> found.object("metadata").text("name").startsWith("short-"))
                    .count()
                == 1);
  }

  @Test
  void claimsStayWhenThePolicyIsRetainByTheTimeTheSetIsDeleted() {
    cluster.apply(Realm.manifest("keep", 2, claims("whenDeleted: Delete")));
    realm.awaitReady("keep");
    assertThat(owners("disk-keep-0")).isEqualTo("StatefulSet");
    cluster.apply(Realm.manifest("keep", 2, claims("whenDeleted: Retain")));
    realm.await(
        "claims without owner",
        () -> owners("disk-keep-0").isEmpty() && owners("disk-keep-1").isEmpty());
    realm.awaitReady("keep");
    realm.kubectl("delete", "asts", "keep");
    realm.await("no pods", () -> realm.pods("keep").isEmpty());

    assertThat(claimsOf("keep")).containsExactly("disk-keep-0", "disk-keep-1");
    assertThatNoClaimWasDeletedByUs();
  }

  @Test
  void claimsGoWithTheSetWhenThePolicyHasBecomeDelete() {
    cluster.apply(Realm.manifest("drop", 2, claims("whenDeleted: Retain")));
    realm.awaitReady("drop");
    cluster.apply(Realm.manifest("drop", 2, claims("whenDeleted: Delete")));
    realm.await(
        "claims with their owner",
        () ->
            owners("disk-drop-0").equals("StatefulSet")
                && owners("disk-drop-1").equals("StatefulSet"));
    realm.kubectl("delete", "asts", "drop");

    realm.await("no claims", () -> claimsOf("drop").isEmpty());
    assertThatNoClaimWasDeletedByUs();
  }
}
