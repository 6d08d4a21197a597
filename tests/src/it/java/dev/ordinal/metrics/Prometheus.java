package dev.ordinal.metrics;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Prometheus itself, built from its pinned module, on a free port of loopback.
final class Prometheus implements AutoCloseable {
  private final Process process;
  private final String url;
  private final HttpClient client = HttpClient.newHttpClient();

  private Prometheus(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /// The folder of the two programs, which are built on the first call.
  static Path binaries() throws IOException, InterruptedException {
    var build =
        new ProcessBuilder("tools/build-prometheus")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var folder = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (build.waitFor() != 0) {
      throw new IOException("tools/build-prometheus failed");
    }
    return Path.of(folder);
  }

  /// What promtool says; fails when it finds a fault.
  static String promtool(Path binaries, Path folder, String input, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>(List.of(binaries.resolve("promtool").toString()));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("promtool " + String.join(" ", arguments) + ":\n" + said);
    }
    return said;
  }

  /// Scrapes the target, and evaluates `rules.yml` in the folder, each second.
  static Prometheus start(Path binaries, Path folder, String target) throws IOException {
    var config =
        """
        global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
        rule_files: [rules.yml]
        scrape_configs:
        - job_name: ordinal
          static_configs: [{targets: ["%s"]}]
        """
            .formatted(target);
    Files.writeString(folder.resolve("prometheus.yml"), config);
    var address = "127.0.0.1:" + freePort();
    var command =
        List.of(
            binaries.resolve("prometheus").toString(),
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=data",
            "--web.listen-address=" + address,
            "--log.level=warn");
    var process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new Prometheus(process, "http://" + address);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// How many series a query finds; fails when Prometheus does not understand it.
  int query(String expression) throws IOException, InterruptedException {
    var encoded = URLEncoder.encode(expression, StandardCharsets.UTF_8);
    var request = HttpRequest.newBuilder(URI.create(url + "/api/v1/query?query=" + encoded));
    var body = client.send(request.build(), BodyHandlers.ofByteArray()).body();
    var reply = JsonBytes.readObject(body);
    if (!reply.text("status").equals("success")) {
      throw new AssertionError(expression + ": " + reply.text("error"));
    }
    return reply.object("data").items("result").size();
  }

  /// The names of the alerts that fire now; none while Prometheus starts.
  Set<String> firing() {
    var firing = new TreeSet<String>();
    try {
      var request = HttpRequest.newBuilder(URI.create(url + "/api/v1/alerts")).build();
      var body = client.send(request, BodyHandlers.ofByteArray()).body();
      for (var item : JsonBytes.readObject(body).object("data").items("alerts")) {
        var alert = (Json.Obj) item;
        if (alert.text("state").equals("firing")) {
          firing.add(alert.object("labels").text("alertname"));
        }
      }
    } catch (IOException _) {
      return Set.of();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return firing;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    client.shutdownNow();
  }
}
