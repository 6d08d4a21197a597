package dev.ordinal.command;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.BindAddress;
import dev.ordinal.kube.serve.Probes;
import dev.ordinal.kube.serve.ServingCertificate;
import dev.ordinal.kube.serve.StatusServer;
import dev.ordinal.kube.serve.TokenGate;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/// The flags of the port for health and metrics.
final class StatusOptions {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final String ADDRESS_FLAG = "--metrics-bind-address";
  private static final String IN_CLUSTER = ":8080";
  private static final String NONE = "0";

  @Option(
      names = ADDRESS_FLAG,
      paramLabel = "ADDRESS",
      description =
          "Serve /livez, /readyz and /metrics there; 0: nowhere. Default: :8080 in a cluster, 0"
              + " with a kubeconfig.")
  private @Nullable String bindAddress;

  @Option(
      names = "--metrics-max-sets",
      paramLabel = "COUNT",
      description = "How many sets have metrics of their own. Default: ${DEFAULT-VALUE}.")
  private int maxSets = Metrics.DEFAULT_MAX_SETS;

  @Option(
      names = "--metrics-auth",
      description =
          "Serve /metrics only to users that the API server allows to get it. Needs a"
              + " certificate.")
  private boolean isGuarded;

  @Option(
      names = "--tls-cert-file",
      paramLabel = "FILE",
      description = "Serve HTTPS with this certificate (PEM); it is read again when it changes.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-private-key-file",
      paramLabel = "FILE",
      description = "The key of the certificate (PEM).")
  private @Nullable Path key;

  /// Wrong flags are refused here, before anything is started.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  Metrics metrics() {
    if (maxSets < 0) {
      throw new IllegalArgumentException(
          "--metrics-max-sets %d is negative: give 0 or more.".formatted(maxSets));
    }
    Optional.ofNullable(bindAddress).ifPresent(given -> BindAddress.parse(ADDRESS_FLAG, given));
    certificate();
    var metrics = new Metrics(maxSets, System::nanoTime);
    metrics.showBuild(Version.number());
    return metrics;
  }

  private Optional<ServingCertificate> certificate() {
    if (certificate == null && key == null) {
      if (isGuarded) {
        throw new IllegalArgumentException(
            "--metrics-auth needs --tls-cert-file and --tls-private-key-file: tokens would travel"
                + " in the clear.");
      }
      return Optional.empty();
    }
    if (certificate == null || key == null) {
      throw new IllegalArgumentException(
          "--tls-cert-file and --tls-private-key-file belong together: give both, or neither.");
    }
    return Optional.of(new ServingCertificate(certificate, key));
  }

  /// Empty where no port is asked for.
  Optional<StatusServer> serve(
      Connection connection,
      Controller controller,
      Metrics metrics,
      WebhookOptions.@Nullable Running webhook) {
    var pair = certificate();
    var vitals = controller.vitals();
    metrics.showReaders(vitals::silence, vitals.isSynced());
    var gate =
        isGuarded
            ? Optional.of(new TokenGate(metrics.measure(connection.api())))
            : Optional.<TokenGate>empty();
    var trust = Optional.ofNullable(webhook).map(WebhookOptions.Running::isTrusted);
    var content = new StatusServer.Content(new Probes(vitals, trust), metrics, gate);
    return BindAddress.parse(ADDRESS_FLAG, address(connection))
        .map(address -> StatusServer.start(address, pair, content, vitals.clock()));
  }

  static void log(@Nullable StatusServer port) {
    if (port != null) {
      LOG.info("health and metrics are served on {}", port.url());
    }
  }

  private String address(Connection connection) {
    if (bindAddress != null) {
      return bindAddress;
    }
    return connection.podNamespace().isPresent() ? IN_CLUSTER : NONE;
  }
}
