package dev.ordinal.rig;

import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The cluster of `ordinal up`, in this JVM and behind HTTP, with an [AuthProxy] that writes the
/// audit log.
final class SimPlane implements Plane {
  private final Path folder;
  private final Path note;
  private final Path kubectl;
  private final LocalCluster cluster;

  private SimPlane(Path folder) throws IOException {
    this.folder = folder;
    this.note = StaleControlPlanes.ofThisUser().note(folder);
    this.kubectl = Binaries.folder().resolve("kubectl");
    this.cluster =
        LocalCluster.start(
            LocalOptions.usual().unlimited().kubeconfig(folder.resolve("kubeconfig")),
            handler -> new AuthProxy(handler, auditLog()));
    for (var user : User.values()) {
      Files.writeString(kubeconfig(user), connection(user));
    }
  }

  static SimPlane start() {
    StaleControlPlanes.ofThisUser().reap();
    try {
      var plane = new SimPlane(Files.createTempDirectory("ordinal-"));
      // As on the real one, tests that need our resource install it.
      new Kubectl(plane.kubectl, plane.kubeconfig(User.ADMIN), "default")
          .require("", List.of("delete", "crd", "--all"));
      return plane;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the simulated cluster", e);
    }
  }

  /// kubectl sends no token without TLS; the [AuthProxy] treats it as the administrator.
  private String connection(User user) {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: rig, cluster: {server: "%s"}}]
        users: [{name: %2$s, user: {token: %3$s}}]
        contexts: [{name: rig, context: {cluster: rig, user: %2$s}}]
        current-context: rig
        """
        .formatted(server(), user.login(), user.token());
  }

  @Override
  public ClusterKind ground() {
    return ClusterKind.SIM;
  }

  @Override
  public String server() {
    return cluster.address();
  }

  @Override
  public HttpClient client() {
    return HttpClient.newHttpClient();
  }

  @Override
  public Path kubeconfig(User user) {
    return folder.resolve(user.login() + ".kubeconfig");
  }

  @Override
  public Path kubectl() {
    return kubectl;
  }

  @Override
  public Path auditLog() {
    return folder.resolve("audit.log");
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    cluster.close();
    StaleControlPlanes.remove(folder);
    StaleControlPlanes.remove(note);
  }
}
