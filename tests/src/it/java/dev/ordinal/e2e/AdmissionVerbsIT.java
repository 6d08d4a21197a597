package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Permissions of `deploy/rbac.yaml` that no request has, because only an admission plugin asks for
/// them: without each of them the controller is refused, and with it the set goes on.
@OnRealCluster("the simulated cluster has no authorization")
class AdmissionVerbsIT {
  private static final List<Json.Obj> RULES =
      Yaml.documents("deploy/rbac.yaml").stream()
          .filter(document -> document.text("kind").equals("ClusterRole"))
          .flatMap(role -> role.items("rules").stream())
          .map(Json.Obj.class::cast)
          .toList();

  private static final String CLAIMS =
      """
      persistentVolumeClaimRetentionPolicy: {%s}
        volumeClaimTemplates:
        - metadata: {name: disk}
          spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
      """
          .strip();

  private final Cluster cluster;
  private final Path folder;

  AdmissionVerbsIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private static List<Json.Obj> without(String resource, String verb) {
    return RULES.stream()
        .flatMap(rule -> split(rule).stream())
        .filter(
            rule -> !rule.items("resources").equals(List.of(Json.of(resource))) || !is(rule, verb))
        .toList();
  }

  private static boolean is(Json.Obj rule, String verb) {
    return rule.items("verbs").equals(List.of(Json.of(verb)));
  }

  /// One rule for each resource and verb.
  private static List<Json.Obj> split(Json.Obj rule) {
    return rule.items("resources").stream()
        .flatMap(
            resource ->
                rule.items("verbs").stream()
                    .map(
                        verb ->
                            rule.with("resources", Json.of(List.of(resource)))
                                .with("verbs", Json.of(List.of(verb)))))
        .toList();
  }

  private void await(ControllerProcess controller, String text) {
    cluster.await(text, () -> controller.log().contains(text));
  }

  private ControllerProcess start(Account account) {
    return ControllerProcess.start(
        folder.resolve("log"),
        "--kubeconfig=" + account.kubeconfig(folder),
        "--namespace=" + cluster.namespace());
  }

  @Test
  void podsOfASetNeedItsFinalizers() {
    var account = Account.create(cluster, "pods");
    account.grant(without("statefulsets/finalizers", "update"));
    try (var controller = start(account)) {
      cluster.apply(Realm.manifest("owned", 1, ""));
      await(controller, "cannot set blockOwnerDeletion");
      assertThat(cluster.findPod("owned-0")).isEmpty();
      account.grant(RULES);

      cluster.await("the pod", () -> cluster.isReady("owned-0"));
    }
  }

  @Test
  void podsOfAJobNeedItsFinalizers() {
    var account = Account.create(cluster, "jobs");
    account.grant(without("imagepulljobs/finalizers", "update"));
    try (var controller = start(account)) {
      cluster.apply(
          """
          apiVersion: apps.kruise.io/v1beta1
          kind: ImagePullJob
          metadata: {name: warm}
          spec: {image: "app:warm", parallelism: 1}
          """);
      await(controller, "cannot set blockOwnerDeletion");
      account.grant(RULES);

      cluster.await("a pull", () -> controller.log().contains("warm created pod"));
    }
  }

  @Test
  void claimsThatGoWithTheirPodNeedItsFinalizers() {
    var account = Account.create(cluster, "claims");
    account.grant(without("pods/finalizers", "update"));
    try (var controller = start(account)) {
      cluster.apply(Realm.manifest("less", 1, CLAIMS.formatted("whenScaled: Delete")));
      cluster.await("the pod", () -> cluster.isReady("less-0"));
      cluster.kubectl("scale", "asts", "less", "--replicas=0");
      await(controller, "cannot set blockOwnerDeletion");
      account.grant(RULES);

      cluster.await("no pod", () -> cluster.findPod("less-0").isEmpty());
    }
  }

  @Test
  void ownersOfClaimsNeedTheRightToDeleteThem() {
    var account = Account.create(cluster, "owners");
    account.grant(without("persistentvolumeclaims", "delete"));
    try (var controller = start(account)) {
      cluster.apply(Realm.manifest("drop", 1, CLAIMS.formatted("whenDeleted: Retain")));
      cluster.await("the pod", () -> cluster.isReady("drop-0"));
      cluster.apply(Realm.manifest("drop", 1, CLAIMS.formatted("whenDeleted: Delete")));
      await(controller, "cannot set an ownerRef on a resource you can't delete");
      account.grant(RULES);

      cluster.await(
          "an owner", () -> controller.log().contains("set the owner of claim disk-drop-0"));
    }
  }
}
