package dev.ordinal.ship.train;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The simulated cluster behind TLS, as a real one is: a client that has never met TLS would not
/// have its classes in the cache.
final class TlsFront implements AutoCloseable {
  static final String TOKEN = "training";

  private static final char[] PASSWORD = "training".toCharArray();

  /// Set by the client itself.
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "host", "http2-settings", "upgrade");

  private final String behind;
  private final HttpsServer server;
  private final byte[] certificate;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private TlsFront(String behind, KeyStore keys) throws IOException, GeneralSecurityException {
    this.behind = behind;
    this.certificate = pem(keys.getCertificate("server").getEncoded());
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(threads);
    server.createContext("/", this::forward);
    server.start();
  }

  static TlsFront start(String behind) throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("ordinal-training-");
    var store = folder.resolve("keys");
    try {
      makeKeys(store);
      return new TlsFront(behind, KeyStore.getInstance(store.toFile(), PASSWORD));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    } finally {
      Files.deleteIfExists(store);
      Files.deleteIfExists(folder);
    }
  }

  private static void makeKeys(Path store) throws IOException, InterruptedException {
    var keytool =
        new ProcessBuilder(
            (Path.of(System.getProperty("java.home"), "bin", "keytool")
                    + " -genkeypair -alias server -keyalg EC -dname CN=training"
                    + " -ext san=ip:127.0.0.1 -storetype PKCS12 -storepass "
                    + new String(PASSWORD)
                    + " -keystore "
                    + store)
                .split(" "));
    var process = keytool.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
  }

  private static byte[] pem(byte[] certificate) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate);
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
        .formatted(text)
        .getBytes(StandardCharsets.US_ASCII);
  }

  String kubeconfig() {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: training, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: "%s"}}]
        users: [{name: training, user: {token: %s}}]
        contexts: [{name: training, context: {cluster: training, user: training}}]
        current-context: training
        """
        .formatted(
            server.getAddress().getPort(), Base64.getEncoder().encodeToString(certificate), TOKEN);
  }

  byte[] certificate() {
    return certificate.clone();
  }

  /// What a pod has in its environment.
  Map<String, String> variables() {
    return Map.of(
        "KUBERNETES_SERVICE_HOST",
        "127.0.0.1",
        "KUBERNETES_SERVICE_PORT",
        Integer.toString(server.getAddress().getPort()));
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request =
          HttpRequest.newBuilder(URI.create(behind + exchange.getRequestURI()))
              .method(
                  exchange.getRequestMethod(),
                  BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      exchange.getRequestHeaders().entrySet().stream()
          .filter(
              header -> !OWN_HEADERS.contains(header.getKey().toLowerCase(java.util.Locale.ROOT)))
          .forEach(
              header -> header.getValue().forEach(value -> request.header(header.getKey(), value)));
      reply(exchange, client.send(request.build(), BodyHandlers.ofInputStream()));
    } catch (InterruptedException e) {
      throw new IOException("the cluster stops", e);
    }
  }

  /// Piece by piece: a watch has no end.
  private static void reply(HttpExchange exchange, HttpResponse<InputStream> response)
      throws IOException {
    response
        .headers()
        .firstValue("Content-Type")
        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
    exchange.sendResponseHeaders(response.statusCode(), 0);
    var piece = new byte[8192];
    try (var body = response.body();
        var out = exchange.getResponseBody()) {
      // The headers: a watch may have nothing to say for long.
      out.flush();
      for (var read = body.read(piece); read >= 0; read = body.read(piece)) {
        out.write(piece, 0, read);
        out.flush();
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
    threads.shutdownNow();
  }
}
