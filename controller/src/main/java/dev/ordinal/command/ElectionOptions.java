package dev.ordinal.command;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.lead.LeaseClient;
import dev.ordinal.run.lead.ElectionSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The flags of leader election, named as in all Kubernetes components.
final class ElectionOptions {
  private static final String LEASE = "ordinal-controller";
  private static final String USUAL_NAMESPACE = "ordinal-system";

  @Option(
      names = "--leader-elect",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Of several controllers one acts, and the others stand by. Default: true in a cluster,"
              + " false with a kubeconfig.")
  private @Nullable Boolean isWanted;

  @Option(
      names = "--leader-elect-lease-duration",
      paramLabel = "TIME",
      converter = GoDuration.class,
      defaultValue = "15s",
      description = "How long after the last renewal another controller takes over. Default: 15s.")
  private Duration leaseDuration = Duration.ZERO;

  @Option(
      names = "--leader-elect-renew-deadline",
      paramLabel = "TIME",
      converter = GoDuration.class,
      defaultValue = "10s",
      description = "How long after its last renewal the leader stops acting. Default: 10s.")
  private Duration renewDeadline = Duration.ZERO;

  @Option(
      names = "--leader-elect-retry-period",
      paramLabel = "TIME",
      converter = GoDuration.class,
      defaultValue = "2s",
      description = "The time between two renewals, or attempts to lead. Default: 2s.")
  private Duration retryPeriod = Duration.ZERO;

  @Option(
      names = "--leader-elect-resource-namespace",
      paramLabel = "NAME",
      description =
          "The namespace of the Lease. Default: that of the pod, or of --namespace, or"
              + " ordinal-system.")
  private @Nullable String namespace;

  @Option(
      names = "--leader-elect-resource-name",
      paramLabel = "NAME",
      description =
          "The name of the Lease. Default: ordinal-controller, followed by the name in --namespace.")
  private @Nullable String name;

  boolean isElected(Connection connection) {
    return isWanted == null ? connection.podNamespace().isPresent() : isWanted;
  }

  ElectionSettings settings() {
    return new ElectionSettings(leaseDuration, renewDeadline, retryPeriod);
  }

  /// Two requests must fit into the deadline.
  Duration requestTimeout() {
    return renewDeadline.dividedBy(2);
  }

  /// The same for all controllers that manage the same sets.
  LeaseClient lease(Connection connection, Connection own, Optional<String> managed) {
    var usual = managed.map(only -> LEASE + "-" + only).orElse(LEASE);
    return new LeaseClient(
        own.api(), namespaceOf(connection, managed), name == null ? usual : name);
  }

  private String namespaceOf(Connection connection, Optional<String> managed) {
    if (namespace != null) {
      return namespace;
    }
    return connection.podNamespace().or(() -> managed).orElse(USUAL_NAMESPACE);
  }

  /// As [#lease], where nothing depends on it: without the usual namespace another one will do.
  LeaseClient presence(Connection connection, Connection own, Optional<String> managed) {
    var usual = namespaceOf(connection, managed);
    var isThere = !usual.equals(USUAL_NAMESPACE) || exists(connection.api());
    return isThere
        ? lease(connection, own, managed)
        : new LeaseClient(own.api(), "kube-system", LEASE);
  }

  private static boolean exists(Api api) {
    try {
      return api.send(Api.Request.get("/api/v1/namespaces/" + USUAL_NAMESPACE)).isSuccess();
    } catch (Api.Unreachable _) {
      return false;
    }
  }

  /// The name of the pod or machine, and a part that differs for each process.
  static String identity() {
    return host() + "_" + UUID.randomUUID();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "unknown";
    }
  }
}
