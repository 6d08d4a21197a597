package dev.ordinal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.BindAddress;
import dev.ordinal.kube.serve.Heartbeat;
import dev.ordinal.kube.serve.Probes;
import dev.ordinal.kube.serve.ServingCertificate;
import dev.ordinal.kube.serve.StatusServer;
import dev.ordinal.kube.serve.TokenGate;
import dev.ordinal.kube.serve.Vitals;
import dev.ordinal.rig.Tls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusServerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String TOKEN = "Bearer prometheus";

  private final Metrics metrics = Metrics.withDefaults();

  private StatusServer start(
      Heartbeat heartbeat, Optional<ServingCertificate> certificate, Optional<TokenGate> gate) {
    var vitals = new Vitals(heartbeat, List.of(), () -> true, InstantSource.fixed(NOW));
    var address = BindAddress.parse("--metrics-bind-address", "127.0.0.1:0").orElseThrow();
    var content = new StatusServer.Content(new Probes(vitals), metrics, gate);
    return StatusServer.start(address, certificate, content, vitals.clock());
  }

  private StatusServer start() {
    return start(new Heartbeat(NOW), Optional.empty(), Optional.empty());
  }

  private static HttpResponse<String> get(HttpClient client, String url, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url));
    for (var i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void healthAndMetricsAreServed() throws Exception {
    try (var server = start();
        var client = HttpClient.newHttpClient()) {
      assertThat(get(client, server.url() + "/livez").body()).isEqualTo("ok");
      assertThat(get(client, server.url() + "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(client, server.url() + "/readyz?verbose").body())
          .isEqualTo("[+]ping ok\n[+]dispatcher ok\n[+]synced ok\nreadyz check passed\n");
      var scraped = get(client, server.url() + "/metrics");
      assertThat(scraped.headers().firstValue("Content-Type"))
          .hasValue("text/plain; version=0.0.4; charset=utf-8");
      assertThat(Exposition.parse(scraped.body()).find("jvm_threads_current")).isPresent();
      assertThat(get(client, server.url() + "/secret").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void failingProbeAnswers500AndTellsWhyUnlessTheCheckIsExcluded() throws Exception {
    try (var server =
            start(new Heartbeat(NOW.minusSeconds(3600)), Optional.empty(), Optional.empty());
        var client = HttpClient.newHttpClient()) {
      var failed = get(client, server.url() + "/livez");
      assertThat(failed.statusCode()).isEqualTo(500);
      assertThat(failed.body()).contains("[-]dispatcher failed");
      assertThat(get(client, server.url() + "/livez?exclude=dispatcher").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void onlyReadingIsAllowed() throws Exception {
    try (var server = start();
        var client = HttpClient.newHttpClient()) {
      var post =
          HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
              .POST(HttpRequest.BodyPublishers.ofString("x"))
              .build();
      assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void portInUseIsOneSentence() {
    try (var server = start()) {
      var port = URI.create(server.url()).getPort();
      var address = BindAddress.parse("--metrics-bind-address", "127.0.0.1:" + port).orElseThrow();
      var vitals = new Vitals(new Heartbeat(NOW), List.of(), () -> true, InstantSource.fixed(NOW));
      var content = new StatusServer.Content(new Probes(vitals), metrics, Optional.empty());
      assertThatThrownBy(
              () -> StatusServer.start(address, Optional.empty(), content, vitals.clock()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Give another --metrics-bind-address, or 0.");
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({":8080, 8080", "127.0.0.1:9, 9", "[::1]:65535, 65535", "localhost:1, 1"})
  void addressIsRead(String text, int port) {
    assertThat(BindAddress.parse("--f", text).orElseThrow().getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8080", "::1:80", ":99999", "a:b", "", ":"})
  void wrongAddressIsRefused(String text) {
    assertThatThrownBy(() -> BindAddress.parse("--f", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no address: write :8080");
  }

  @ParameterizedTest
  @EnumSource(KeyPairFiles.Form.class)
  void everyFormOfKeyIsServedAndReadAgain(KeyPairFiles.Form form, @TempDir Path folder)
      throws Exception {
    var files = KeyPairFiles.create(folder, form);
    var certificate = new ServingCertificate(files.certificate(), files.key());
    try (var server = start(new Heartbeat(NOW), Optional.of(certificate), Optional.empty())) {
      var first = presented(server, files);
      Files.writeString(files.key(), "broken");
      later(files.key(), 10);
      assertThat(presented(server, files)).as("the old one is kept").isEqualTo(first);
      var renewed = KeyPairFiles.create(folder, form);
      later(files.key(), 20);
      assertThat(presented(server, renewed)).isNotEqualTo(first);
    }
  }

  /// Files that change within one tick of the file system's clock look the same.
  private static void later(Path file, long seconds) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(seconds)));
  }

  private static X509Certificate presented(StatusServer server, KeyPairFiles trusted)
      throws IOException, InterruptedException {
    try (var client =
        HttpClient.newBuilder().sslContext(Tls.trusting(trusted.certificate())).build()) {
      var reply = get(client, server.url() + "/livez");
      assertThat(reply.body()).isEqualTo("ok");
      return (X509Certificate) reply.sslSession().orElseThrow().getPeerCertificates()[0];
    }
  }

  @Test
  void filesThatCannotBeUsedAreOneSentence(@TempDir Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    var files = KeyPairFiles.create(folder, KeyPairFiles.Form.PKCS8);
    assertThatThrownBy(() -> new ServingCertificate(files.certificate(), files.certificate()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be used: there is no unencrypted private key in it.");
  }

  /// Answers reviews as an API server that knows the token `prometheus`.
  private static final class ReviewingApi implements Api {
    private final AtomicInteger asked = new AtomicInteger();
    private final boolean isAllowed;
    private final boolean isReachable;

    ReviewingApi(boolean isAllowed, boolean isReachable) {
      this.isAllowed = isAllowed;
      this.isReachable = isReachable;
    }

    @Override
    public Response send(Request request) throws Unreachable {
      asked.incrementAndGet();
      if (!isReachable) {
        throw new Unreachable("down", true, new IOException());
      }
      var text =
          request.path().endsWith("tokenreviews")
              ? "{\"status\":{\"authenticated\":%s,\"user\":{\"username\":\"p\",\"groups\":[\"g\"]}}}"
                  .formatted(request.body().contains("\"prometheus\""))
              : "{\"status\":{\"allowed\":%s}}".formatted(isAllowed);
      assertThat(request.path().endsWith("tokenreviews") || request.body().contains("\"g\""))
          .isTrue();
      return new Response(201, text.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) {
      throw new AssertionError("nothing is streamed");
    }

    @Override
    public Peer peer() {
      return new Peer("https://server:6443", "");
    }
  }

  @Test
  void tokenDecidesAndTheDecisionIsKeptShortly() {
    var api = new ReviewingApi(true, true);
    var gate = new TokenGate(api);
    assertThat(gate.decide(Optional.empty(), NOW)).isEqualTo(TokenGate.Decision.UNAUTHENTICATED);
    assertThat(gate.decide(Optional.of("Basic x"), NOW))
        .isEqualTo(TokenGate.Decision.UNAUTHENTICATED);
    assertThat(api.asked).hasValue(0);
    assertThat(gate.decide(Optional.of("bearer other"), NOW))
        .isEqualTo(TokenGate.Decision.UNAUTHENTICATED);
    assertThat(gate.decide(Optional.of(TOKEN), NOW)).isEqualTo(TokenGate.Decision.ALLOWED);
    assertThat(gate.decide(Optional.of(TOKEN), NOW.plusSeconds(29)))
        .isEqualTo(TokenGate.Decision.ALLOWED);
    assertThat(api.asked).as("two reviews for one token, one for the other").hasValue(3);
    assertThat(gate.decide(Optional.of(TOKEN), NOW.plusSeconds(30)))
        .isEqualTo(TokenGate.Decision.ALLOWED);
    assertThat(api.asked).hasValue(5);
  }

  @Test
  void userWithoutThePermissionIsForbidden() {
    assertThat(new TokenGate(new ReviewingApi(false, true)).decide(Optional.of(TOKEN), NOW))
        .isEqualTo(TokenGate.Decision.FORBIDDEN);
  }

  @Test
  void nothingIsServedWhileTheApiServerCannotBeAsked() throws Exception {
    var gate = new TokenGate(new ReviewingApi(true, false));
    try (var server = start(new Heartbeat(NOW), Optional.empty(), Optional.of(gate));
        var client = HttpClient.newHttpClient()) {
      var url = server.url() + "/metrics";
      assertThat(get(client, url).statusCode()).isEqualTo(401);
      assertThat(get(client, url, "Authorization", TOKEN).statusCode()).isEqualTo(503);
      assertThat(get(client, server.url() + "/livez").statusCode())
          .as("probes need no token")
          .isEqualTo(200);
      var text = new String(metrics.text(), StandardCharsets.UTF_8);
      assertThat(
              Exposition.parse(text).find("ordinal_metrics_requests_refused_total", "code", "503"))
          .hasValue(1.0);
    }
  }
}
