package dev.ordinal.command;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.admit.OwnCertificate;
import dev.ordinal.kube.admit.Reviewer;
import dev.ordinal.kube.admit.WebhookServer;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.PairKeys;
import dev.ordinal.kube.serve.ServingCertificate;
import dev.ordinal.model.FeatureGate;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/// The flags of the admission webhook.
final class WebhookOptions {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// The API server waits for five seconds in all; each dry run is one request.
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

  /// Short enough for a rotation to be nothing special.
  private static final Duration SHORTEST_LIFE = Duration.ofSeconds(12);

  @Option(
      names = "--webhook-port",
      paramLabel = "PORT",
      description = "Serve the admission webhook over HTTPS there. Default: 0, nowhere.")
  private int port;

  @Option(
      names = "--webhook-name",
      paramLabel = "NAME",
      description =
          "The ValidatingWebhookConfiguration that gets the webhook's own certificate. Default:"
              + " ${DEFAULT-VALUE}.")
  private String name = "ordinal";

  @Option(
      names = "--webhook-cert-dir",
      paramLabel = "DIR",
      description =
          "Use tls.crt and tls.key of this folder instead of a certificate of its own, and read"
              + " them again when they change.")
  private @Nullable Path folder;

  @Option(
      names = "--webhook-cert-lifetime",
      paramLabel = "TIME",
      converter = GoDuration.class,
      defaultValue = "168h",
      description =
          "How long a certificate of its own is valid; it is renewed long before. Default: 168h.")
  private Duration life = Duration.ZERO;

  /// What runs, until it is closed.
  ///
  /// @param isTrusted whether API servers can call it
  record Running(BooleanSupplier isTrusted, List<AutoCloseable> parts) implements AutoCloseable {
    @Override
    public void close() {
      for (var part : parts) {
        try {
          part.close();
        } catch (Exception e) {
          LOG.warn("the webhook could not be closed", e);
        }
      }
    }
  }

  /// What the webhook judges.
  record Scope(Optional<String> namespace, Set<FeatureGate> gates) {}

  /// Wrong flags are refused here, before anything is started.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  void check() {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "--webhook-port %d is no port: give one such as 9443, or 0 for none.".formatted(port));
    }
    if (life.compareTo(SHORTEST_LIFE) < 0) {
      throw new IllegalArgumentException(
          "--webhook-cert-lifetime is too short: give at least 12s, such as 168h.");
    }
  }

  /// Empty where no port is asked for.
  ///
  /// @throws IllegalArgumentException with a sentence for the user
  Optional<Running> serve(
      Connection connection, Controller controller, Metrics metrics, Scope scope) {
    if (port == 0) {
      return Optional.empty();
    }
    var own = connection.another(REQUEST_TIMEOUT);
    var api = metrics.measure(own.api());
    var reviewer =
        new Reviewer(scope.namespace(), scope.gates(), controller.rehearsals(api, scope.gates()));
    var address = new InetSocketAddress(port);
    LOG.info("the admission webhook is served on port {}", port);
    if (folder != null) {
      var pair = new ServingCertificate(folder.resolve("tls.crt"), folder.resolve("tls.key"));
      var server = WebhookServer.start(address, pair.context(), reviewer, metrics.webhook());
      return Optional.of(new Running(() -> true, List.of(server, own)));
    }
    var certificate = new OwnCertificate(api, name, life, metrics.webhook());
    var tls = PairKeys.context(certificate);
    var server = WebhookServer.start(address, tls, reviewer, metrics.webhook());
    certificate.start();
    return Optional.of(new Running(certificate::isTrusted, List.of(server, certificate, own)));
  }
}
