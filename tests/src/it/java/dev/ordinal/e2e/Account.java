package dev.ordinal.e2e;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A ServiceAccount of the test's namespace, with real tokens.
record Account(Cluster cluster, String name) {
  static Account create(Cluster cluster, String name) {
    cluster.kubectl("create", "serviceaccount", name);
    return new Account(cluster, name);
  }

  String login() {
    return "system:serviceaccount:" + cluster.namespace() + ":" + name;
  }

  String token() {
    return cluster.kubectl("create", "token", name).strip();
  }

  /// A token that is valid only while the Secret exists.
  String tokenBoundTo(String secret) {
    cluster.kubectl("create", "secret", "generic", secret);
    return cluster
        .kubectl(
            "create", "token", name, "--bound-object-kind=Secret", "--bound-object-name=" + secret)
        .strip();
  }

  Path kubeconfig(Path folder) {
    return write(folder.resolve(name + ".kubeconfig"), kubeconfigWith("token: " + token()));
  }

  /// The rig's kubeconfig with other credentials, such as `token: abc`.
  String kubeconfigWith(String credentials) {
    return read(cluster.kubeconfig(User.ORDINAL))
        .replace("token: " + User.ORDINAL.token(), credentials);
  }

  /// Grants these rules in the whole cluster, instead of those before.
  void grant(List<Json.Obj> rules) {
    var role = cluster.namespace() + "-" + name;
    var named = Json.of("metadata", Json.of("name", Json.of(role)));
    var kind = "rbac.authorization.k8s.io";
    cluster.apply(
        JsonText.write(
            named
                .with("apiVersion", Json.of(kind + "/v1"))
                .with("kind", Json.of("ClusterRole"))
                .with("rules", Json.of(rules))));
    cluster.apply(
        """
        apiVersion: %2$s/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: %2$s, kind: ClusterRole, name: %1$s}
        subjects: [{kind: ServiceAccount, name: %3$s, namespace: %4$s}]
        """
            .formatted(role, kind, name, cluster.namespace()));
  }

  static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
