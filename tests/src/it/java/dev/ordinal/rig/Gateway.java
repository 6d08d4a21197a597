package dev.ordinal.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;

/// A door before the API server that sees every request of the controller, after the server has
/// done it and before the controller knows.
public final class Gateway implements AutoCloseable {
  private final HttpServer server;
  private final HttpClient client;
  private final String target;
  private final Doorman doorman;

  /// Asked before the controller gets the reply to a request, for as long as it likes.
  public interface Doorman {
    /// False loses the reply.
    boolean pass(String method, String uri);

    /// The code of a refusal that the controller gets instead, without the server's knowledge; 0
    /// lets the request through.
    default int refusal(String method, String uri) {
      return 0;
    }
  }

  private Gateway(Plane plane, Doorman doorman) throws IOException {
    this.client = plane.client();
    this.target = plane.server();
    this.doorman = doorman;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::pass);
    server.start();
  }

  public static Gateway open(Plane plane, Doorman doorman) throws IOException {
    return new Gateway(plane, doorman);
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// The user's kubeconfig, through this door.
  public Path kubeconfig(Path original, Path copy) throws IOException {
    return Files.writeString(copy, Files.readString(original).replace(target, address()));
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      var uri = exchange.getRequestURI();
      var refusal = doorman.refusal(exchange.getRequestMethod(), uri.toString());
      if (refusal != 0) {
        refuse(exchange, refusal);
        return;
      }
      var reply = client.send(request(exchange), BodyHandlers.ofInputStream());
      try (var body = reply.body()) {
        if (!doorman.pass(exchange.getRequestMethod(), uri.toString())) {
          return;
        }
        // Tells the controller in which form the objects come.
        reply
            .headers()
            .firstValue("Content-Type")
            .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
        exchange.sendResponseHeaders(reply.statusCode(), 0);
        var out = exchange.getResponseBody();
        // A watch may have nothing to tell for a long time, but it has begun.
        out.flush();
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

  private HttpRequest request(HttpExchange exchange) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
    for (var header : List.of("Authorization", "Content-Type", "Accept")) {
      var value = exchange.getRequestHeaders().getFirst(header);
      if (value != null) {
        request.header(header, value);
      }
    }
    return request.build();
  }

  private static void refuse(HttpExchange exchange, int code) throws IOException {
    var body =
        """
        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d,
         "reason": "%s", "message": "refused on the way"}
        """
            .formatted(code, code == 429 ? "TooManyRequests" : "InternalError")
            .getBytes(UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }
}
