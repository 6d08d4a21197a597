package dev.ordinal.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ordinal.bench.ProtoWriter.Message;
import dev.ordinal.rig.JsonSource;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;
import java.util.stream.IntStream;

/// A cheap stand-in for an API server, in a process of its own so that its work is not counted:
/// lists [#PODS] pods in the pages asked for, and on `/go?events=N` sends N changes to the watch
/// as fast as they are taken. Text is ASCII: fabric8's chunked watch breaks on anything else.
/// Readers that prefer protobuf get it.
public final class PodServer {
  static final int PODS = 10_000;
  private static final int FLUSHED_TOGETHER = 8;

  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  private final String template;
  private final ProtoWriter writer = new ProtoWriter();
  private final TransferQueue<Integer> orders = new LinkedTransferQueue<>();
  private long version = PODS;

  private PodServer(String template) throws IOException {
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
      var accept = String.valueOf(exchange.getRequestHeaders().getFirst("Accept"));
      var isProtobuf = accept.startsWith(PROTOBUF);
      var form = isProtobuf ? PROTOBUF : "application/json";
      exchange.getResponseHeaders().set("Content-Type", form);
      exchange.sendResponseHeaders(200, 0);
      if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=")) {
        watch(exchange.getResponseBody(), isProtobuf);
      } else {
        list(exchange, isProtobuf);
      }
    }
  }

  private void list(HttpExchange exchange, boolean isProtobuf) throws IOException {
    var first = (int) number(exchange, "continue", 0);
    var end = (int) Math.min(PODS, first + number(exchange, "limit", PODS));
    var next = end < PODS ? Integer.toString(end) : "";
    var out = exchange.getResponseBody();
    if (isProtobuf) {
      var metadata = new Message().text(2, Integer.toString(PODS)).text(3, next);
      var list = new Message().bytes(1, metadata.written());
      IntStream.range(first, end).forEach(i -> list.bytes(2, object(pod(i, i + 1))));
      out.write(ProtoWriter.document("PodList", list.written()));
      return;
    }
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

  private void watch(OutputStream out, boolean isProtobuf) throws IOException {
    out.flush();
    try {
      while (true) {
        var events = orders.take();
        for (var i = 0; i < events; i++) {
          var pod = pod(i % PODS, ++version);
          out.write(isProtobuf ? frame(pod) : line(pod));
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

  private static byte[] line(String pod) {
    return ("{\"type\":\"MODIFIED\",\"object\":" + pod + "}\n").getBytes(UTF_8);
  }

  private byte[] frame(String pod) {
    var raw = new Message().bytes(1, ProtoWriter.document("Pod", object(pod)));
    var event = new Message().text(1, "MODIFIED").bytes(2, raw.written()).written();
    return ByteBuffer.allocate(Integer.BYTES + event.length)
        .putInt(event.length)
        .put(event)
        .array();
  }

  private byte[] object(String pod) {
    return writer.object("core/v1.Pod", JsonSource.readObject(pod));
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
