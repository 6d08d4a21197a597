package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ordinal.api.Yaml;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.LocalCluster;
import dev.ordinal.local.LocalOptions;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The faults of `ordinal chaos`, from the command line to their effect, over HTTP.
class ChaosCommandTest {
  private final LocalCluster cluster = LocalCluster.start(LocalOptions.usual());

  @AfterEach
  void close() {
    cluster.close();
  }

  /// The output, followed by the exit code where it is not 0.
  private static String run(Path kubeconfig, String words) {
    var told = new StringWriter();
    var writer = new PrintWriter(told, true);
    var arguments = new ArrayList<>(List.of("chaos"));
    arguments.addAll(List.of(words.split(" ")));
    arguments.add("--kubeconfig=" + kubeconfig);
    var code =
        OrdinalCommand.commandLine()
            .setOut(writer)
            .setErr(writer)
            .execute(arguments.toArray(String[]::new));
    return told.toString().strip() + (code == 0 ? "" : " (" + code + ")");
  }

  private String run(String words) {
    return run(cluster.kubeconfig(), words);
  }

  private Reply ask(String plural, String name) {
    return cluster
        .loop()
        .ask(
            now ->
                cluster
                    .server()
                    .handle(
                        Request.get(
                            cluster
                                .server()
                                .target(
                                    "v1", plural, plural.equals("nodes") ? "" : "default", name)),
                        now));
  }

  private void createPod(String name) {
    var pod =
        Yaml.read(
            "{metadata: {name: %s}, spec: {containers: [{name: c, image: 'app:1'}]}}"
                .formatted(name));
    cluster
        .loop()
        .ask(
            now ->
                cluster
                    .server()
                    .handle(
                        Request.create(cluster.server().target("v1", "pods", "default", ""), pod),
                        now));
  }

  @Test
  void killedAndEvictedPodsGo() {
    createPod("a");
    createPod("b");
    assertThat(run("kill-pod a"))
        .isEqualTo(
            "Pod a in namespace default is deleted at once, without a grace period; it has no owner,"
                + " so it is not created again.");
    assertThat(ask("pods", "a").code()).isEqualTo(404);

    assertThat(run("evict-pod b -n default"))
        .isEqualTo("Pod b in namespace default is evicted and ends with its grace period.");
    // It may have ended by now.
    var evicted = ask("pods", "b");
    assertThat(evicted.code() == 404 || isGoing(evicted.body())).isTrue();
  }

  private static boolean isGoing(Json.Obj pod) {
    return !pod.object("metadata").text("deletionTimestamp").isEmpty();
  }

  @Test
  void drainedNodesTakeNoPodsUntilThatIsUndone() {
    assertThat(run("drain node-1"))
        .isEqualTo(
            "Node node-1 takes no new pods, and its pods are evicted as their budgets allow; undo:"
                + " ./ordinal chaos uncordon node-1");
    var cordon = Json.of(true);
    assertThat(ask("nodes", "node-1").body().object("spec").find("unschedulable")).contains(cordon);
    assertThat(run("uncordon node-1")).isEqualTo("Node node-1 takes new pods.");
    assertThat(ask("nodes", "node-1").body().object("spec").find("unschedulable")).isEmpty();
  }

  @Test
  void lostNodesAreSilentUntilTheyReturn() {
    assertThat(run("lose-node node-2")).endsWith("; undo: ./ordinal chaos return-node node-2");
    assertThat(annotations("node-2").text("sim.ordinal.dev/lost")).isEqualTo("true");
    assertThat(run("return-node node-2")).isEqualTo("Node node-2 sends heartbeats again.");
    assertThat(annotations("node-2").find("sim.ordinal.dev/lost")).isEmpty();
  }

  private Json.Obj annotations(String node) {
    return ask("nodes", node).body().object("metadata").object("annotations");
  }

  @Test
  void imagesAreBrokenAndMended() {
    assertThat(run("fail-image app:1"))
        .isEqualTo(
            "No node can pull app:1 from now on; nodes that have it keep it; undo: ./ordinal chaos"
                + " mend-image app:1");
    assertThat(run("mend-image app:1"))
        .isEqualTo("Nodes can pull app:1 again; pods that wait for it retry.");
    assertThat(run("mend-image app:1"))
        .isEqualTo("Pulls of app:1 did not fail on purpose, so nothing has changed.");
  }

  @Test
  void slownessComesAndGoes() {
    assertThat(run("slow 5"))
        .isEqualTo(
            "Starts and pulls that begin from now on take 5 times as long; undo: ./ordinal chaos"
                + " slow 1");
    assertThat(run("slow 1")).isEqualTo("Pods start and images are pulled at normal speed.");
  }

  @Test
  void asManyRequestsFailAsWereAskedForAndChaosItselfGoesOn() {
    assertThat(codes()).containsOnly(200);
    assertThat(run("api-errors 100% --for 1h"))
        .isEqualTo(
            "For 1h, 100% of all requests fail with 429 or 500; undo: ./ordinal chaos api-errors"
                + " 0%");
    assertThat(codes()).containsOnly(429, 500).doesNotContain(200);
    assertThat(run("api-errors 0%")).isEqualTo("No request fails on purpose.");
    assertThat(codes()).containsOnly(200);
  }

  private List<Integer> codes() {
    try (var client = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(cluster.address() + "/api/v1/nodes")).build();
      return IntStream.range(0, 40)
          .map(_ -> client.sendAsync(request, BodyHandlers.discarding()).join().statusCode())
          .boxed()
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kill-pod nobody     | There is no pod nobody in namespace default: `kubectl get pods -A` lists all pods. (2)
          evict-pod x -n y    | There is no pod x in namespace y: `kubectl get pods -A` lists all pods. (2)
          drain node-9        | There is no node node-9: `kubectl get nodes` lists all nodes. (2)
          lose-node ../x      | There is no node ../x: `kubectl get nodes` lists all nodes. (2)
          slow fast           | A factor is a number between 0.01 and 1000, such as 5, not "fast". (2)
          api-errors 101%     | A share is a whole number between 0% and 100%, not "101%". (2)
          api-errors 5 --for x | A time is written as 30s or 5m, not "x". (2)
          """)
  void wrongArgumentsAreOneSentence(String words, String sentence) {
    assertThat(run(words)).isEqualTo(sentence);
  }

  @Test
  void realClustersAreLeftAlone(@TempDir Path folder) throws IOException {
    var asked = new ArrayList<String>();
    var real = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    real.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod());
          exchange.sendResponseHeaders(403, -1);
          exchange.close();
        });
    real.start();
    var server = "http://127.0.0.1:" + real.getAddress().getPort();
    var file = folder.resolve("kubeconfig");
    Files.writeString(
        file, Files.readString(cluster.kubeconfig()).replace(cluster.address(), server));
    try {
      assertThat(run(file, "kill-pod web-0 -n default"))
          .isEqualTo(
              "The cluster at %s is not one of `ordinal up`: faults are for simulated clusters only. (2)"
                  .formatted(server));
      assertThat(asked).containsExactly("GET");
    } finally {
      real.stop(0);
    }
  }

  @Test
  void webPagesCannotInjectFaults() throws IOException {
    createPod("a");
    var reply =
        HttpClient.newHttpClient()
            .sendAsync(
                HttpRequest.newBuilder(URI.create(cluster.address() + "/chaos/kill-pod"))
                    .header("Origin", "http://example.com")
                    .POST(
                        HttpRequest.BodyPublishers.ofByteArray(
                            JsonBytes.write(
                                Json.of("name", Json.of("a"))
                                    .with("namespace", Json.of("default")))))
                    .build(),
                BodyHandlers.ofString())
            .join();
    assertThat(reply.statusCode()).isEqualTo(403);
    assertThat(ask("pods", "a").isOk()).isTrue();
  }
}
