package dev.ordinal.kube.admit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.kube.metrics.WebhookMetrics;
import dev.ordinal.kube.metrics.WebhookMetrics.Result;
import dev.ordinal.kube.serve.ServerLimits;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the API server over HTTPS. The memory of all requests together is bounded, and so is the
/// time of each; whatever goes wrong here, the object is let through.
public final class WebhookServer implements AutoCloseable {
  static {
    ServerLimits.set();
  }

  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// Two objects at the limit of the store, with what is around them.
  static final int LARGEST = 4 << 20;

  /// The bytes of all requests that are read or answered at a time.
  private static final int MOST_BYTES = 2 * LARGEST;

  /// The API server waits for five seconds; a dry run that has begun may take another two.
  private static final Duration TIME = Duration.ofMillis(2500);
  private static final Duration WAIT = Duration.ofMillis(1500);

  private final HttpsServer server;
  private final Reviewer reviewer;
  private final WebhookMetrics metrics;
  private final Semaphore bytes = new Semaphore(MOST_BYTES, true);
  private final InstantSource clock = InstantSource.system();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private WebhookServer(HttpsServer server, Reviewer reviewer, WebhookMetrics metrics) {
    this.server = server;
    this.reviewer = reviewer;
    this.metrics = metrics;
  }

  /// Serves until it is closed.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when the port cannot be used
  public static WebhookServer start(
      InetSocketAddress address, SSLContext tls, Reviewer reviewer, WebhookMetrics metrics) {
    try {
      var server = HttpsServer.create(address, 0);
      var webhook = new WebhookServer(server, reviewer, metrics);
      server.setHttpsConfigurator(new HttpsConfigurator(tls));
      server.setExecutor(webhook.threads);
      server.createContext("/", webhook::handle);
      server.start();
      return webhook;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The webhook cannot be served on %s: %s. Give another --webhook-port."
              .formatted(address, e.getMessage()),
          e);
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      // A connection that is kept would be closed while the API server sends its next request.
      exchange.getResponseHeaders().set("Connection", "close");
      if (!exchange.getRequestMethod().equals("POST")
          || !exchange.getRequestURI().getPath().equals("/validate")) {
        reply(exchange, 404, "POST an AdmissionReview to /validate\n");
        return;
      }
      var size = size(exchange);
      if (size > LARGEST) {
        reply(exchange, 413, "the request is too large\n");
      } else if (!acquire(size)) {
        metrics.answered(Result.BUSY);
        reply(exchange, 503, "too many requests at a time\n");
      } else {
        try {
          review(exchange, size);
        } finally {
          bytes.release(size);
        }
      }
    }
  }

  /// A request that does not say how long it is may be as long as any.
  private static int size(HttpExchange exchange) {
    var stated = exchange.getRequestHeaders().getFirst("Content-Length");
    if (stated == null || !stated.matches("\\d{1,18}")) {
      return LARGEST;
    }
    return (int) Math.clamp(Long.parseLong(stated), 1, LARGEST + 1L);
  }

  private boolean acquire(int size) {
    try {
      return bytes.tryAcquire(size, WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void review(HttpExchange exchange, int size) throws IOException {
    var start = System.nanoTime();
    var body = exchange.getRequestBody().readNBytes(size + 1);
    if (body.length > size) {
      reply(exchange, 413, "the request is longer than it says\n");
      return;
    }
    AdmissionReview review;
    try {
      review = AdmissionReview.read(body);
    } catch (IOException e) {
      reply(exchange, 400, e.getMessage() + "\n");
      return;
    }
    var answer = JsonBytes.write(answer(review));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    metrics.took(Duration.ofNanos(System.nanoTime() - start));
  }

  /// A bug of ours must not keep anyone from changing a set.
  private Json.Obj answer(AdmissionReview review) {
    try {
      var refusal = reviewer.refusal(review, clock.instant().plus(TIME));
      metrics.answered(refusal.isPresent() ? Result.REFUSED : Result.ALLOWED);
      return review.answer(refusal);
    } catch (RuntimeException e) {
      LOG.error("the webhook could not judge a {}, and let it through", review.kind(), e);
      metrics.answered(Result.FAILED);
      return review.answer(Optional.empty());
    }
  }

  private static void reply(HttpExchange exchange, int code, String words) throws IOException {
    var body = words.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
