package dev.ordinal.bench.fair;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.JsonSource;
import dev.ordinal.rig.Rig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A webhook for the pods of one namespace that allows everything, after a while.
final class SlowWebhook implements AutoCloseable {
  private static final String CONFIGURATIONS =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  private static final String NAME = "slow.ordinal.test";
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final Rig rig;
  private final Duration delay;
  private final HttpsServer server;
  private final AtomicInteger asked = new AtomicInteger();

  private SlowWebhook(Rig rig, Duration delay, HttpsServer server) {
    this.rig = rig;
    this.delay = delay;
    this.server = server;
  }

  static SlowWebhook start(Rig rig, String namespace, Duration delay) {
    try {
      var keys = keys(Files.createTempDirectory("ordinal-webhook"));
      var server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls(keys)));
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      var webhook = new SlowWebhook(rig, delay, server);
      server.createContext("/", webhook::answer);
      server.start();
      var certificate =
          Base64.getEncoder().encodeToString(pem(keys).getBytes(StandardCharsets.UTF_8));
      Api.required(
          rig.api().create(CONFIGURATIONS, webhook.configuration(namespace, certificate)),
          "registering the webhook");
      return webhook;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot start the webhook", e);
    }
  }

  private Json.Obj configuration(String namespace, String certificate) {
    return JsonSource.readObject(
        """
        {"metadata": {"name": "%1$s"}, "webhooks": [{
          "name": "%1$s", "sideEffects": "None", "admissionReviewVersions": ["v1"],
          "timeoutSeconds": 10, "failurePolicy": "Fail",
          "clientConfig": {"url": "https://127.0.0.1:%2$d/", "caBundle": "%3$s"},
          "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "%4$s"}},
          "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"],
            "resources": ["pods"]}]}]}
        """
            .formatted(NAME, server.getAddress().getPort(), certificate, namespace));
  }

  /// How many requests were answered late.
  int asked() {
    return asked.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var review =
          JsonSource.readObject(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      CompletableFuture.runAsync(
              asked::incrementAndGet,
              CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS))
          .join();
      var response =
          Json.of("uid", Json.of(review.object("request").text("uid")))
              .with("allowed", new Json.Bool(true));
      var body =
          JsonText.write(
                  Json.of("apiVersion", Json.of("admission.k8s.io/v1"))
                      .with("kind", Json.of("AdmissionReview"))
                      .with("response", response))
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /// A key of its own, made by the JDK's own tool.
  private static KeyStore keys(Path folder) throws IOException, GeneralSecurityException {
    var file = folder.resolve("keys.p12");
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var process =
        new ProcessBuilder(
                List.of(
                    tool.toString(),
                    "-genkeypair",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=127.0.0.1",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    new String(PASSWORD),
                    "-keystore",
                    file.toString()))
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool: " + said);
    }
    return KeyStore.getInstance(file.toFile(), PASSWORD);
  }

  private static SSLContext tls(KeyStore keys) throws GeneralSecurityException {
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static String pem(KeyStore keys) throws GeneralSecurityException {
    var certificate = keys.getCertificate(keys.aliases().nextElement()).getEncoded();
    var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate);
    return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n".formatted(lines);
  }

  @Override
  public void close() {
    rig.api().delete(CONFIGURATIONS + "/" + NAME, Json.EMPTY);
    server.stop(0);
  }
}
