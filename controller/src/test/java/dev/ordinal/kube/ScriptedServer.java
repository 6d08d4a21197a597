package dev.ordinal.kube;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A server that answers nothing by itself: the test takes each request and decides what happens.
public final class ScriptedServer implements AutoCloseable {
  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer http;

  public ScriptedServer() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(threads);
    http.createContext("/", this::queue);
    http.start();
  }

  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /// The next request, which must come.
  public Call next() {
    try {
      var call = calls.poll(20, TimeUnit.SECONDS);
      assertThat(call).as("a request").isNotNull();
      return call;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Whether no request comes for so long.
  public boolean isQuietFor(Duration time) throws InterruptedException {
    return calls.poll(time.toMillis(), TimeUnit.MILLISECONDS) == null;
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  private void queue(HttpExchange exchange) throws IOException {
    calls.add(new Call(exchange, new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
  }

  /// One request, and the means to answer it.
  public record Call(HttpExchange exchange, String body) {
    public String path() {
      return exchange.getRequestURI().getRawPath();
    }

    public String method() {
      return exchange.getRequestMethod();
    }

    public String header(String name) {
      return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    /// One parameter of the query, or an empty text.
    public String query(String name) {
      for (var part : String.valueOf(exchange.getRequestURI().getRawQuery()).split("&", -1)) {
        if (part.startsWith(name + "=")) {
          return part.substring(name.length() + 1);
        }
      }
      return "";
    }

    public Call withHeader(String name, String value) {
      exchange.getResponseHeaders().set(name, value);
      return this;
    }

    public void reply(int code, String text) {
      var bytes = text.getBytes(UTF_8);
      run(
          () -> {
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
          });
    }

    /// Accepts and keeps the reply open.
    public Call open() {
      return open(200);
    }

    public Call open(int code) {
      run(
          () -> {
            exchange.sendResponseHeaders(code, 0);
            exchange.getResponseBody().flush();
          });
      return this;
    }

    public Call send(String text) {
      return send(text.getBytes(UTF_8));
    }

    public Call send(byte[] bytes) {
      run(
          () -> {
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().flush();
          });
      return this;
    }

    /// Ends the reply as a server does that has said all.
    public void end() {
      run(() -> exchange.getResponseBody().close());
    }

    /// Drops the connection in the middle of the reply.
    public void breakOff() {
      exchange.close();
    }

    private interface Step {
      void run() throws IOException;
    }

    private static void run(Step step) {
      try {
        step.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
