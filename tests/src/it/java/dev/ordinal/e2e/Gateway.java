package dev.ordinal.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ordinal.rig.Plane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// A door before the API server that sees every request of the controller and can act on the very
/// write it is told to, after the server has done it and before the controller knows.
final class Gateway implements AutoCloseable {
  private final HttpServer server;
  private final HttpClient client;
  private final String target;
  private final Predicate<HttpExchange> isCounted;
  private final AtomicInteger left;
  private final Runnable then;

  private Gateway(Plane plane, Predicate<HttpExchange> isCounted, int write, Runnable then)
      throws IOException {
    this.isCounted = isCounted;
    this.client = plane.client();
    this.target = plane.server();
    this.left = new AtomicInteger(write);
    this.then = then;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  /// Runs `then` on the write of this number, counted from one; events do not count.
  static Gateway before(Plane plane, int write, Runnable then) throws IOException {
    return new Gateway(plane, Gateway::isWrite, write, then);
  }

  /// Loses the reply to the first write of this method to this resource.
  static Gateway losing(Plane plane, String method, String resource) throws IOException {
    return new Gateway(
        plane,
        exchange ->
            isWrite(exchange)
                && exchange.getRequestMethod().equals(method)
                && exchange.getRequestURI().getPath().matches(".*/" + resource + "(/[^/]*)?"),
        1,
        () -> {});
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Whether the write has come.
  boolean hasActed() {
    return left.get() <= 0;
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      var uri = exchange.getRequestURI();
      var request =
          HttpRequest.newBuilder(URI.create(target + uri))
              .method(
                  exchange.getRequestMethod(),
                  BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      for (var header : List.of("Authorization", "Content-Type", "Accept")) {
        var value = exchange.getRequestHeaders().getFirst(header);
        if (value != null) {
          request.header(header, value);
        }
      }
      var reply = client.send(request.build(), BodyHandlers.ofInputStream());
      try (var body = reply.body()) {
        if (isCounted.test(exchange) && left.decrementAndGet() == 0) {
          then.run();
          return;
        }
        exchange.sendResponseHeaders(reply.statusCode(), 0);
        var out = exchange.getResponseBody();
        var buffer = new byte[8192];
        for (var count = body.read(buffer); count >= 0; count = body.read(buffer)) {
          out.write(buffer, 0, count);
          out.flush();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isWrite(HttpExchange exchange) {
    var uri = exchange.getRequestURI().toString();
    return !exchange.getRequestMethod().equals("GET")
        && !uri.contains("dryRun=All")
        && !uri.contains("/events");
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}
