package dev.ordinal.kube.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.serve.TokenGate.Decision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/// Serves `/livez`, `/readyz`, `/healthz` and `/metrics` on one port. What a client can use up is
/// bounded: connections, their duration, and scrapes at a time.
public final class StatusServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  private static final int MOST_SCRAPES = 4;
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  static {
    ServerLimits.set();
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore scrapes = new Semaphore(MOST_SCRAPES);
  private final Content content;
  private final InstantSource clock;

  /// What is served.
  public record Content(Probes probes, Metrics metrics, Optional<TokenGate> gate) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Reply(int code, String type, byte[] body) {
    static Reply text(int code, String body) {
      return new Reply(code, TEXT, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  private StatusServer(HttpServer server, Content content, InstantSource clock) {
    this.server = server;
    this.content = content;
    this.clock = clock;
  }

  /// `clock` is the one of the controller's signs of life.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when the address cannot be used
  public static StatusServer start(
      InetSocketAddress address,
      Optional<ServingCertificate> certificate,
      Content content,
      InstantSource clock) {
    try {
      var server = create(address, certificate);
      var status = new StatusServer(server, content, clock);
      server.setExecutor(status.threads);
      server.createContext("/", status::handle);
      server.start();
      return status;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Health and metrics cannot be served on %s: %s. Give another --metrics-bind-address, or 0."
              .formatted(address, e.getMessage()),
          e);
    }
  }

  private static HttpServer create(
      InetSocketAddress address, Optional<ServingCertificate> certificate) throws IOException {
    if (certificate.isEmpty()) {
      return HttpServer.create(address, 0);
    }
    var server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.get().context()));
    return server;
  }

  /// Where it listens, such as `http://0.0.0.0:8080`.
  public String url() {
    var address = server.getAddress();
    var scheme = server instanceof HttpsServer ? "https" : "http";
    var host = address.getAddress().getHostAddress();
    return "%s://%s:%d"
        .formatted(scheme, host.contains(":") ? "[" + host + "]" : host, address.getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var reply = reply(exchange);
      var headers = exchange.getResponseHeaders();
      headers.set("Content-Type", reply.type());
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Cache-Control", "no-store");
      var body = isZipped(exchange, reply) ? zipped(reply.body()) : reply.body();
      if (isZipped(exchange, reply)) {
        headers.set("Content-Encoding", "gzip");
      }
      var isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(reply.code(), isHead ? -1 : body.length);
      if (!isHead) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Reply reply(HttpExchange exchange) {
    if (!METHODS.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Reply.text(405, "method not allowed\n");
    }
    var now = clock.instant();
    return switch (exchange.getRequestURI().getPath()) {
      case "/livez", "/healthz" -> health(exchange, content.probes().live(now));
      case "/readyz" -> health(exchange, content.probes().ready(now));
      case "/metrics" -> metrics(exchange);
      default -> Reply.text(404, "not found: /livez, /readyz, /healthz and /metrics are here\n");
    };
  }

  private static Reply health(HttpExchange exchange, Probes.Answer answer) {
    var query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    var parameters = Arrays.stream(query.split("&")).collect(Collectors.toSet());
    var excluded =
        parameters.stream()
            .filter(each -> each.startsWith("exclude="))
            .map(each -> each.substring("exclude=".length()))
            .collect(Collectors.toSet());
    var asked = answer.without(excluded);
    var isVerbose = parameters.stream().anyMatch(each -> each.matches("verbose(=.*)?"));
    return Reply.text(asked.isHealthy() ? 200 : 500, asked.text(isVerbose));
  }

  private Reply metrics(HttpExchange exchange) {
    var header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
    var decision =
        content.gate().map(gate -> gate.decide(header, Instant.now())).orElse(Decision.ALLOWED);
    return switch (decision) {
      case ALLOWED -> scrape();
      case UNAUTHENTICATED -> {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        yield refused(401, "a bearer token that the API server knows is needed\n");
      }
      case FORBIDDEN -> refused(403, "this user may not get /metrics\n");
      case UNKNOWN -> refused(503, "the API server could not be asked about this token\n");
    };
  }

  private Reply refused(int code, String message) {
    content.metrics().refused(code);
    return Reply.text(code, message);
  }

  private Reply scrape() {
    if (!scrapes.tryAcquire()) {
      return refused(503, "too many scrapes at a time\n");
    }
    try {
      return new Reply(200, METRICS, content.metrics().text());
    } finally {
      scrapes.release();
    }
  }

  private static boolean isZipped(HttpExchange exchange, Reply reply) {
    var accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    return reply.type().equals(METRICS) && accepted != null && accepted.contains("gzip");
  }

  private static byte[] zipped(byte[] body) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(body);
    }
    return out.toByteArray();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
