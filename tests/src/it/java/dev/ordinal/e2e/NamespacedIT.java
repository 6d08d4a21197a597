package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.deploy.Permission;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A controller with `deploy/rbac-namespaced.yaml` alone carries out everything that happens in its
/// namespace, and tells once what it cannot do.
@OnRealCluster("the simulated cluster has no authorization")
class NamespacedIT {
  /// They belong to no namespace; and the namespace itself is read once.
  private static final List<String> REFUSED =
      List.of("list nodes", "list storageclasses.storage.k8s.io", "get leases.coordination.k8s.io");

  private final Cluster cluster;
  private final Path folder;

  NamespacedIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private static String set(int replicas, String image, String retention) {
    return Realm.manifest(
        "web",
        replicas,
        """
        podManagementPolicy: Parallel
          persistentVolumeClaimRetentionPolicy: {%s}
          volumeClaimTemplates:
          - metadata: {name: disk}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
            .formatted(retention)
            .strip(),
        "{containers: [{name: app, image: \"%s\"}]}".formatted(image));
  }

  private void awaitReady(String image, int replicas) {
    cluster.await(
        replicas + " pods with " + image,
        () ->
            cluster
                .kubectl(
                    "get",
                    "pods",
                    "-l",
                    "app=web",
                    "-o",
                    "jsonpath={.items[*].spec.containers[0].image}")
                .equals(String.join(" ", java.util.Collections.nCopies(replicas, image))));
    cluster.kubectl("wait", "asts/web", "--for=condition=Ready", "--timeout=240s");
  }

  @Test
  void roleIsEnoughAndWhatIsMissingIsToldOnce() {
    cluster.kubectl("apply", "-f", "deploy/rbac-namespaced.yaml");
    var account = new Account(cluster, "ordinal");
    try (var controller =
        ControllerProcess.start(
            folder.resolve("log"),
            "--kubeconfig=" + account.kubeconfig(folder),
            "--namespace=" + cluster.namespace())) {
      cluster.apply(set(3, "app:1", "whenScaled: Delete"));
      awaitReady("app:1", 3);
      cluster.apply(set(3, "app:2", "whenScaled: Delete"));
      awaitReady("app:2", 3);
      cluster.apply(set(1, "app:2", "whenScaled: Delete"));
      awaitReady("app:2", 1);
      cluster.await(
          "claims gone", () -> cluster.list("api/v1", "persistentvolumeclaims").size() == 1);
      cluster.apply(
          """
          apiVersion: apps.kruise.io/v1beta1
          kind: ImagePullJob
          metadata: {name: warm}
          spec: {image: "app:3", podSelector: {matchLabels: {app: web}}}
          """);
      cluster.kubectl(
          "wait", "imagepulljob/warm", "--for=jsonpath={.status.succeeded}=1", "--timeout=240s");

      assertThat(refused(account)).hasSameElementsAs(REFUSED);
      assertThat(controller.log().lines().filter(line -> line.contains("(403)")))
          .hasSize(2)
          .anyMatch(line -> line.contains("the volumes of sets do not grow"))
          .anyMatch(line -> line.contains("ImagePullJobs work by podSelector only"));
      assertThat(controller.log()).doesNotContain("ERROR");
    }
  }

  private List<String> refused(Account account) {
    return cluster
        .rig()
        .audit()
        .where(entry -> entry.user().equals(account.login()))
        .entries()
        .stream()
        .filter(entry -> entry.code() == 403)
        .map(
            entry ->
                Permission.of(entry.verb(), entry.group(), entry.resource(), entry.subresource())
                    .toString())
        .distinct()
        .collect(Collectors.toList());
  }
}
