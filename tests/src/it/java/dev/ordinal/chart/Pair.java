package dev.ordinal.chart;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Two controllers as the chart's Deployment describes them, from the jar that ships: with its
/// flags, and with tokens of its ServiceAccount. Simulated nodes do not run its image.
final class Pair implements AutoCloseable {
  private static final Path JAR = Path.of("controller/target/ordinal-controller.jar");

  private final Cluster cluster;
  private final Path folder;
  private final List<ControllerProcess> processes = new ArrayList<>();

  private Pair(Cluster cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  static Pair start(Cluster cluster, Path folder) {
    var pair = new Pair(cluster, folder);
    pair.add();
    pair.add();
    return pair;
  }

  private void add() {
    var name = "controller-" + processes.size();
    var deployment =
        cluster
            .rig()
            .api()
            .find("/apis/apps/v1/namespaces/ordinal-system/deployments/ordinal")
            .orElseThrow();
    var flags = new ArrayList<String>();
    for (var flag : Chart.container(deployment).items("args")) {
      // Both are on this machine.
      flags.add(((Json.Str) flag).value().replace("address=:8080", "address=127.0.0.1:0"));
    }
    flags.add("--kubeconfig=" + kubeconfig(name, Chart.podSpec(deployment)));
    processes.add(
        ControllerProcess.startJar(
            folder.resolve(name + ".log"), JAR.toAbsolutePath(), flags.toArray(String[]::new)));
  }

  /// The administrator's, with a token of the pods' account instead of the credentials.
  private Path kubeconfig(String name, Json.Obj pod) {
    var account = pod.text("serviceAccountName");
    var token = cluster.kubectl("create", "token", account, "--namespace=ordinal-system").strip();
    try {
      var text = Files.readString(cluster.kubeconfig(User.ADMIN));
      return Files.writeString(
          folder.resolve(name + ".kubeconfig"),
          text.replace("token: " + User.ADMIN.token(), "token: " + token));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The log of both.
  String log() {
    return String.join("\n", processes.stream().map(ControllerProcess::log).toList());
  }

  /// Stops the one that leads, and returns when the other leads.
  void stopLeader() {
    cluster.await("a leader", () -> processes.stream().anyMatch(Pair::leads));
    var leader = processes.stream().filter(Pair::leads).findFirst().orElseThrow();
    if (leader.stop() != 0) {
      throw new AssertionError(leader.log());
    }
    processes.remove(leader);
    cluster.await("another leader", () -> leads(processes.getFirst()));
  }

  /// How many have led so far.
  long leaders() {
    return processes.stream().filter(Pair::leads).count();
  }

  private static boolean leads(ControllerProcess process) {
    return process.log().contains("leads: it holds the lease");
  }

  @Override
  public void close() {
    processes.forEach(ControllerProcess::close);
  }
}
