package dev.ordinal.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;

/// A cheap stand-in for an API server, in a process of its own so that its work is not counted:
/// lists [#PODS] pods in the pages asked for, and on `/go?events=N` sends N changes to the watch
/// as fast as they are taken. Text is ASCII: fabric8's chunked watch breaks on anything else.
public final class PodServer {
  static final int PODS = 10_000;
  private static final int FLUSHED_TOGETHER = 8;

  private final String template;
  private final TransferQueue<Integer> orders = new LinkedTransferQueue<>();
  private long version = PODS;

  private PodServer(String template) {
    this.template = template;
  }

  /// Prints its port, then serves until its standard input closes.
  public static void main(String[] args) throws IOException {
    try (var pod = PodServer.class.getResourceAsStream("/bench/pod.json")) {
      if (pod == null) {
        throw new IOException("bench/pod.json is not on the class path");
      }
      var server = new PodServer(new String(pod.readAllBytes(), UTF_8).strip());
      var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      http.createContext("/api/v1/pods", server::pods);
      http.createContext("/go", server::go);
      http.start();
      System.out.println(http.getAddress().getPort());
    }
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private void go(HttpExchange exchange) throws IOException {
    try (exchange) {
      orders.add((int) number(exchange, "events", 0));
      exchange.sendResponseHeaders(204, -1);
    }
  }

  private void pods(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=")) {
        watch(exchange.getResponseBody());
      } else {
        list(exchange);
      }
    }
  }

  private void list(HttpExchange exchange) throws IOException {
    var first = (int) number(exchange, "continue", 0);
    var end = (int) Math.min(PODS, first + number(exchange, "limit", PODS));
    var next = end < PODS ? Integer.toString(end) : "";
    var out = exchange.getResponseBody();
    out.write(
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"%d\",\"continue\":\"%s\"},\"items\":["
            .formatted(PODS, next)
            .getBytes(UTF_8));
    for (var i = first; i < end; i++) {
      out.write((i == first ? "" : ",").getBytes(UTF_8));
      out.write(pod(i, i + 1).getBytes(UTF_8));
    }
    out.write("]}".getBytes(UTF_8));
  }

  private void watch(OutputStream out) throws IOException {
    out.flush();
    try {
      while (true) {
        var events = orders.take();
        for (var i = 0; i < events; i++) {
          var pod = pod(i % PODS, ++version);
          out.write(("{\"type\":\"MODIFIED\",\"object\":" + pod + "}\n").getBytes(UTF_8));
          if (i % FLUSHED_TOGETHER == 0) {
            out.flush();
          }
        }
        out.flush();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Pod number `i`: ten to a set, a set to a namespace.
  private String pod(int i, long resourceVersion) {
    return template
        .replace("__NAME__", "store-" + i % 10)
        .replace("__NAMESPACE__", "team-" + i / 10)
        .replace("__UID__", "6f1b7a52-3f52-4c64-9f86-%012d".formatted(i))
        .replace("__OWNER__", "0d5b8a3e-1111-2222-3333-%012d".formatted(i / 10))
        .replace("__INDEX__", Integer.toString(i % 10))
        .replace("__NODE__", Integer.toString(i % 200))
        .replace("__CONTAINER__", "%064d".formatted(resourceVersion))
        .replace("__VERSION__", Long.toString(resourceVersion));
  }

  private static long number(HttpExchange exchange, String name, long absent) {
    for (var part : String.valueOf(exchange.getRequestURI().getQuery()).split("&", -1)) {
      if (part.startsWith(name + "=")) {
        return Long.parseLong(part.substring(name.length() + 1));
      }
    }
    return absent;
  }
}
