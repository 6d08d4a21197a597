package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where the controller gets its credentials from: the files that a pod has, and commands of a
/// kubeconfig.
@OnRealCluster("the simulated cluster takes no tokens of ServiceAccounts")
class IdentityIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Cluster cluster;
  private final Path folder;

  IdentityIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private Account account(String name) {
    var account = Account.create(cluster, name);
    cluster.kubectl(
        "create",
        "rolebinding",
        name,
        "--clusterrole=ordinal-controller",
        "--serviceaccount=" + cluster.namespace() + ":" + name);
    return account;
  }

  private URI server() {
    return URI.create(cluster.rig().plane().server());
  }

  /// As in a pod, but for the folder of the files.
  private ControllerProcess startInside(Path token, String... flags) throws IOException {
    return startInside("log", token, cluster.namespace(), List.of(flags));
  }

  private ControllerProcess startInside(
      String log, Path token, String podNamespace, List<String> flags) throws IOException {
    var authority =
        Files.readString(cluster.kubeconfig(User.ORDINAL))
            .replaceAll("(?s).*certificate-authority: \"([^\"]*)\".*", "$1");
    var all = new ArrayList<>(flags);
    all.add("--namespace=" + cluster.namespace());
    // Pods have addresses of their own; here two would share a port.
    all.add("--metrics-bind-address=0");
    return ControllerProcess.start(
        folder.resolve(log),
        Map.of(
            "KUBECONFIG", "",
            "HOME", folder.toString(),
            "KUBERNETES_SERVICE_HOST", server().getHost(),
            "KUBERNETES_SERVICE_PORT", Integer.toString(server().getPort()),
            "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN", token.toString(),
            "KUBENAMESPACE", Account.write(folder.resolve("namespace"), podNamespace).toString(),
            "KUBERNETES_CERTS_CA_FILE", authority),
        all.toArray(String[]::new));
  }

  private void assertItWorks(String set) {
    cluster.apply(Realm.manifest(set, 1, ""));
    cluster.await("a pod", PATIENCE, () -> cluster.isReady(set + "-0"));
  }

  private int reply(String token) {
    try (var client = cluster.rig().plane().client()) {
      var request =
          HttpRequest.newBuilder(
                  server().resolve("/api/v1/namespaces/" + cluster.namespace() + "/pods"))
              .header("Authorization", "Bearer " + token)
              .build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rotatedTokenOfThePodIsReadAgain() throws IOException {
    var account = account("inside");
    var first = account.tokenBoundTo("first");
    var file = Account.write(folder.resolve("token"), first);
    try (var controller = startInside(file, "--leader-elect=false")) {
      assertItWorks("before");
      Account.write(file, account.tokenBoundTo("second"));
      cluster.kubectl("delete", "secret", "first");
      Await.until("the end of the first token", PATIENCE, () -> reply(first) == 401);

      assertItWorks("after");
      assertThat(controller.log()).doesNotContain("ERROR");
    }
  }

  @Test
  void commandOfAKubeconfigGivesTheTokenAndIsAskedAgain() throws IOException {
    var account = account("exec");
    var first = account.tokenBoundTo("exec-first");
    var token = Account.write(folder.resolve("exec-token"), first);
    var command = folder.resolve("login");
    Files.writeString(
        command,
        """
        #!/bin/sh
        echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"'$(cat %s)'"}}'
        """
            .formatted(token));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    var kubeconfig =
        Account.write(
            folder.resolve("exec.kubeconfig"),
            account.kubeconfigWith(
                "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: "
                    + command
                    + "}"));
    try (var controller =
        ControllerProcess.start(
            folder.resolve("log"),
            "--kubeconfig=" + kubeconfig,
            "--namespace=" + cluster.namespace())) {
      assertItWorks("exec-before");
      Account.write(token, account.tokenBoundTo("exec-second"));
      cluster.kubectl("delete", "secret", "exec-first");
      Await.until("the end of the first token", PATIENCE, () -> reply(first) == 401);

      assertItWorks("exec-after");
      assertThat(controller.log()).doesNotContain("ERROR");
    }
  }

  /// Two pods of a Deployment, with nothing but the permissions of the manifest.
  @Test
  void podsWithTheRolesOfOneNamespaceElectALeader() throws IOException {
    cluster.kubectl("apply", "-f", "deploy/rbac-namespaced.yaml");
    assertPodsElectALeader(cluster.namespace(), "one");
  }

  /// They look after one namespace here, because other tests need the others.
  @Test
  void podsWithTheRolesOfTheClusterElectALeader() throws IOException {
    assertPodsElectALeader("ordinal-system", "all");
  }

  /// The Lease is in the namespace of the pods. Both take part by default.
  private void assertPodsElectALeader(String podNamespace, String set) throws IOException {
    var text = cluster.kubectl("create", "token", "ordinal", "--namespace=" + podNamespace).strip();
    var token = Account.write(folder.resolve("token"), text);
    var lease = podNamespace + "/ordinal-controller-" + cluster.namespace();
    try (var first = startInside(set + "-1", token, podNamespace, List.of())) {
      Await.until("the first to lead", PATIENCE, () -> holds(first, lease));
      try (var second = startInside(set + "-2", token, podNamespace, List.of())) {
        Await.until("the second", PATIENCE, () -> second.log().contains(" stands by: "));
        assertItWorks(set + "-before");
        assertThat(first.stop()).isZero();
        Await.until("the second to lead", PATIENCE, () -> holds(second, lease));
        assertItWorks(set + "-after");
        assertThat(first.log() + second.log())
            .doesNotContain("ERROR", "could not be read or renewed");
      }
    }
  }

  private static boolean holds(ControllerProcess controller, String lease) {
    return controller.log().contains(" leads: it holds the lease " + lease);
  }
}
