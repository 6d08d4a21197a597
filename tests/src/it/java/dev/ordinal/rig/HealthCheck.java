package dev.ordinal.rig;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Asks a component whether it serves; each signs its own certificate when it starts.
final class HealthCheck {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private HealthCheck() {}

  static boolean passes(String address, Path certificate) {
    if (!Files.exists(certificate)) {
      return false;
    }
    var request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Authorization", "Bearer " + User.ADMIN.token())
            .timeout(PATIENCE)
            .build();
    try (var client = HttpClient.newBuilder().sslContext(Tls.trusting(certificate)).build()) {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException | IllegalStateException e) {
      // Not listening yet, or the certificate is half written.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
