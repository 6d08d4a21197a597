package dev.ordinal.chart;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.User;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The dashboard as its Deployment describes it, from the jar that the image holds: it finds the
/// API server as in a pod, and has no credentials. Simulated nodes do not run its image.
final class DeployedDashboard implements AutoCloseable {
  private static final Path JAR = Path.of("cli/target/ordinal.jar");
  private static final Pattern LISTENS = Pattern.compile("The dashboard listens on port (\\d+)");

  private final ControllerProcess process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;

  /// What it has answered.
  record Reply(int code, String body) {}

  private DeployedDashboard(ControllerProcess process, String port) {
    this.process = process;
    this.address = "http://127.0.0.1:" + port;
  }

  static DeployedDashboard start(Cluster cluster, Path folder, List<Json.Obj> objects) {
    var deployment = Chart.find(objects, "Deployment", "ordinal-dashboard");
    var command = new ArrayList<>(List.of("env", "-u", "KUBECONFIG", "HOME=" + folder));
    command.addAll(apiServer(cluster));
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("@cli/dashboard.options", "-jar", JAR.toString(), "dashboard"));
    for (var flag : Chart.container(deployment).items("args")) {
      // Several of them are on this machine.
      command.add(
          ((Json.Str) flag)
              .value()
              .replaceFirst("^--port=\\d+$", "--port=0")
              .replace("--listen=0.0.0.0", "--listen=127.0.0.1"));
    }
    var process = ControllerProcess.startCommand(folder.resolve("dashboard.log"), command);
    cluster.await("the dashboard", () -> LISTENS.matcher(process.log()).find());
    var port = LISTENS.matcher(process.log());
    port.find();
    return new DeployedDashboard(process, port.group(1));
  }

  /// What the kubelet tells a pod, and the file that the Deployment mounts.
  private static List<String> apiServer(Cluster cluster) {
    try {
      var server =
          Pattern.compile("server: *\"?https://([^:/]+):(\\d+)")
              .matcher(Files.readString(cluster.kubeconfig(User.ADMIN)));
      if (!server.find()) {
        throw new AssertionError("the kubeconfig names no server");
      }
      return List.of(
          "KUBERNETES_SERVICE_HOST=" + server.group(1),
          "KUBERNETES_SERVICE_PORT=" + server.group(2),
          "KUBERNETES_CERTS_CA_FILE=" + cluster.rig().plane().folder().resolve("apiserver.crt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest.Builder request(String path, String cookie) {
    var request = HttpRequest.newBuilder(URI.create(address + "/api/" + path));
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  private HttpRequest post(String path, String cookie, Json body) {
    return request(path, cookie)
        .header("Origin", address)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(JsonText.write(body)))
        .build();
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
    try {
      return http.send(request, body);
    } catch (IOException e) {
      throw new UncheckedIOException(process.log(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Reply reply(HttpRequest request) {
    var response = send(request, BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body());
  }

  Reply get(String path, String cookie) {
    return reply(request(path, cookie).build());
  }

  Reply signIn(String token) {
    return reply(post("sign-in", "", Json.of("token", Json.of(token))));
  }

  /// Signs in; the header that further requests need.
  String cookie(String token) {
    var request = post("sign-in", "", Json.of("token", Json.of(token)));
    var response = send(request, BodyHandlers.ofString());
    return response
        .headers()
        .firstValue("Set-Cookie")
        .map(header -> header.split(";")[0])
        .orElseThrow(() -> new AssertionError(response.body()));
  }

  /// What the list says first: the sets, or why they cannot be read.
  String firstEvent(String cookie) {
    var response = send(request("sets", cookie).build(), BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ") && line.length() > "data: {}".length()) {
          return line;
        }
      }
      throw new AssertionError("the stream has ended");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Asks for another number of pods of the set `web`, which nobody has changed before.
  Reply scale(String cookie, String namespace, int replicas) {
    var change = Json.of("verb", Json.of("scale")).with("replicas", Json.of(replicas));
    var body = Json.of("generation", Json.of(1)).with("change", change);
    return reply(post("set/%s/web/change".formatted(namespace), cookie, body));
  }

  @Override
  public void close() {
    process.close();
  }
}
