package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.Kubectl;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Plane;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong around the controller is told in one line, without a stack trace, and heals
/// without a restart where it can.
@OnCluster
class TroubleIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Pattern LINE = Pattern.compile("[0-9:.]{12} (INFO |WARN |ERROR) (.*)");

  private final Cluster cluster;
  private final Path folder;

  TroubleIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  private ControllerProcess start(Path kubeconfig) {
    return ControllerProcess.start(
        folder.resolve("log"), "--kubeconfig=" + kubeconfig, "--namespace=" + cluster.namespace());
  }

  private Path kubeconfig(String server, String token) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        Files.readString(cluster.kubeconfig(User.ORDINAL))
            .replace(server(), server)
            .replace(User.ORDINAL.token(), token));
  }

  private String server() {
    return cluster.rig().plane().server();
  }

  private String address(int port) {
    return server().replaceFirst("\\d+$", Integer.toString(port));
  }

  private static void awaitLine(ControllerProcess controller, String level, String text) {
    Await.until(
        level + " line: " + text,
        PATIENCE,
        () ->
            controller.log().lines().anyMatch(line -> line.contains(level) && line.contains(text)));
  }

  /// Every line is one of ours, so that none belongs to a stack trace; these are the errors.
  private static List<String> errors(ControllerProcess controller) {
    var lines = controller.log().lines().toList();
    assertThat(lines).allMatch(line -> LINE.matcher(line).matches());
    return lines.stream()
        .map(LINE::matcher)
        .filter(found -> found.matches() && found.group(1).equals("ERROR"))
        .map(found -> found.group(2))
        .toList();
  }

  private void assertItWorks(ControllerProcess controller, String set) {
    awaitLine(controller, "INFO", "All objects can be read again.");
    cluster.apply(Realm.manifest(set, 1, ""));
    cluster.await("a pod", PATIENCE, () -> cluster.isReady(set + "-0"));
  }

  @Test
  void serverThatComesUpLateIsWaitedFor() throws IOException {
    var port = Relay.closedPort();
    var address = address(port);
    try (var controller = start(kubeconfig(address, User.ORDINAL.token()))) {
      awaitLine(controller, "ERROR", "refused the connection");
      try (var _ = Relay.open(port, server())) {
        assertItWorks(controller, "late");
        assertThat(errors(controller))
            .containsExactly(
                "The API server at "
                    + address
                    + " refused the connection: is it running? Retrying at least every 10 s.");
        assertThat(controller.stop()).isZero();
      }
    }
  }

  @Test
  void serverThatGoesAwayIsFoundAgain() throws IOException {
    var port = Relay.closedPort();
    var kubeconfig = kubeconfig(address(port), User.ORDINAL.token());
    try (var first = Relay.open(port, server());
        var controller = start(kubeconfig)) {
      cluster.apply(Realm.manifest("away", 1, ""));
      cluster.await("a pod", PATIENCE, () -> cluster.isReady("away-0"));
      first.hangUp();
      awaitLine(controller, "ERROR", "refused the connection");
      cluster.kubectl("scale", "asts", "away", "--replicas=2");
      try (var _ = Relay.open(port, server())) {
        assertItWorks(controller, "back");
        cluster.await("the missed pod", PATIENCE, () -> cluster.isReady("away-1"));
        assertThat(errors(controller)).hasSize(1);
      }
    }
  }

  @Test
  void newTokenIsTakenFromTheKubeconfigThatHeldAnOldOne() throws IOException {
    var kubeconfig = kubeconfig(server(), "expired");
    try (var controller = start(kubeconfig)) {
      awaitLine(controller, "ERROR", "(401)");
      kubeconfig(server(), User.ORDINAL.token());

      assertItWorks(controller, "login");
      assertThat(errors(controller))
          .containsExactly(
              "The credentials in "
                  + kubeconfig
                  + " were not accepted (401): they may have expired; log in again or give another"
                  + " --kubeconfig.");
    }
  }

  @Test
  @OnRealCluster("the simulated cluster has no authorization")
  void grantedRightsAreNoticed() throws IOException {
    var account = cluster.namespace() + ":nobody";
    cluster.kubectl("create", "serviceaccount", "nobody");
    var token = cluster.kubectl("create", "token", "nobody").strip();
    try (var controller = start(kubeconfig(server(), token))) {
      cluster.await("four refusals", () -> refusals("system:serviceaccount:" + account) >= 4);
      cluster.kubectl(
          "create",
          "rolebinding",
          "nobody",
          "--clusterrole=ordinal-controller",
          "--serviceaccount=" + account);

      assertItWorks(controller, "granted");
      // What belongs to no namespace is still refused, and only volumes do without it.
      awaitLine(controller, "WARN", "may not list storageclasses.storage.k8s.io at the cluster");
      assertThat(errors(controller))
          .singleElement()
          .asString()
          .matches(
              "User system:serviceaccount:%s may not list [a-z.]+ in namespace %s \\(403\\): apply"
                      .formatted(account, cluster.namespace())
                  + " deploy/rbac.yaml or ask for the rights it lists\\.");
    }
  }

  private long refusals(String user) {
    return cluster
        .audit()
        .where(entry -> entry.user().equals(user) && entry.code() == 403)
        .entries()
        .stream()
        .map(entry -> entry.resource())
        .distinct()
        .count();
  }

  /// On a control plane of its own: the others need the resource.
  @Test
  void installedResourceIsNoticed() {
    try (var plane = Plane.start(cluster.rig().plane().ground(), _ -> {});
        var controller =
            ControllerProcess.start(
                folder.resolve("log"), "--kubeconfig=" + plane.kubeconfig(User.ADMIN))) {
      var kubectl = new Kubectl(plane.kubectl(), plane.kubeconfig(User.ADMIN), "default");
      awaitLine(controller, "ERROR", "(404)");
      kubectl.require("", List.of("apply", "--server-side", "-f", "deploy/crd"));
      awaitLine(controller, "INFO", "All objects can be read again.");

      kubectl.require(Realm.manifest("web", 1, ""), List.of("apply", "-f", "-"));
      kubectl.require("", List.of("wait", "--for=create", "pod/web-0", "--timeout=60s"));
      assertThat(errors(controller))
          .containsExactly(
              "The resource statefulsets.apps.kruise.io does not exist (404): install it with"
                  + " `./ordinal crds | kubectl apply -f -`.");
    }
  }

  @Test
  void missingKubeconfigEndsWithOneLine() {
    try (var controller = start(Path.of("/nowhere/config"))) {
      assertThat(controller.await()).isEqualTo(2);
      assertThat(controller.log())
          .isEqualTo(
              "The kubeconfig /nowhere/config cannot be read: check the path given with"
                  + " --kubeconfig.\n");
    }
  }

  @Test
  void unknownContextEndsWithOneLine() {
    var kubeconfig = cluster.kubeconfig(User.ORDINAL);
    var log = folder.resolve("log");
    try (var controller =
        ControllerProcess.start(log, "--kubeconfig=" + kubeconfig, "--context=moon")) {
      assertThat(controller.await()).isEqualTo(2);
      assertThat(controller.log())
          .isEqualTo(
              "There is no context moon in the kubeconfig: `kubectl config get-contexts` lists"
                  + " those there are.\n");
    }
  }

  @Test
  void kubeconfigWithoutClusterEndsWithOneLine() throws IOException {
    var empty = Files.writeString(folder.resolve("empty"), "apiVersion: v1\nkind: Config\n");
    try (var controller = start(empty)) {
      assertThat(controller.await()).isEqualTo(2);
      assertThat(controller.log())
          .isEqualTo(
              "The kubeconfig "
                  + empty
                  + " names no cluster: set its current-context, or give --context.\n");
    }
  }

  @Test
  void noKubeconfigOutsideAClusterEndsWithOneLine() {
    var nothing = Map.of("KUBECONFIG", "", "HOME", folder.toString());
    try (var controller = ControllerProcess.start(folder.resolve("log"), nothing)) {
      assertThat(controller.await()).isEqualTo(2);
      assertThat(controller.log())
          .isEqualTo(
              "No cluster was found: give --kubeconfig, set KUBECONFIG, or run inside a"
                  + " cluster.\n");
    }
  }

  @Test
  void unreachableServerDoesNotDelayTheEnd() throws IOException {
    var kubeconfig = kubeconfig(address(Relay.closedPort()), User.ORDINAL.token());
    try (var controller = start(kubeconfig)) {
      awaitLine(controller, "ERROR", "refused the connection");
      controller.terminate();

      assertThat(controller.await(Duration.ofSeconds(25))).isZero();
      assertThat(errors(controller)).hasSize(1);
    }
  }

  /// Requests are under way, and no answer will come.
  @Test
  void silentServerDoesNotDelayTheEnd() throws IOException {
    var port = Relay.closedPort();
    var kubeconfig = kubeconfig(address(port), User.ORDINAL.token());
    try (var relay = Relay.open(port, server());
        var controller = start(kubeconfig)) {
      cluster.apply(Realm.manifest("cut", 300, "podManagementPolicy: Parallel"));
      awaitLine(controller, "INFO", "created pod cut-9");
      relay.mute();
      controller.terminate();
      controller.terminate();

      assertThat(controller.await(Duration.ofSeconds(25))).isZero();
      assertThat(errors(controller)).isEmpty();
    } finally {
      cluster.kubectl("delete", "asts", "cut");
    }
  }
}
