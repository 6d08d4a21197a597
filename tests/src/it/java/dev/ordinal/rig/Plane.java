package dev.ordinal.rig;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The control plane that tests run on: an API server with everything behind it, on loopback.
public interface Plane extends AutoCloseable {
  /// Starts one of that kind, without our custom resource.
  static Plane start(ClusterKind ground, Consumer<String> progress) {
    return switch (ground) {
      case REAL -> ControlPlane.start(progress);
      case SIM -> SimPlane.start();
    };
  }

  /// The address: `https://127.0.0.1:16443`.
  String server();

  ClusterKind ground();

  /// A client that trusts the server; the caller closes it.
  HttpClient client();

  Path kubeconfig(User user);

  Path kubectl();

  /// One line of JSON for each request, in the form of Kubernetes' audit log.
  Path auditLog();

  /// Logs and all other files.
  Path folder();

  @Override
  void close();
}
