package dev.ordinal.cli.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.ValueText;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The pulls of a set, as they are listed.
class SetPullsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String OURS = "/apis/apps.kruise.io/v1beta1/namespaces/shop/";
  private static final SetKey WEB = new SetKey("shop", "web");
  private static final Screen SCREEN =
      new Screen(new PrintWriter(Writer.nullWriter()), false, false, new Screen.Size(999, 24));

  private static final String SET =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web, namespace: shop, uid: set, resourceVersion: "1", generation: 1, creationTimestamp: "2026-01-01T11:00:00Z"}
      spec:
        replicas: 1
        selector: {matchLabels: {app: web}}
        template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: "app:1"}]}}
      """;

  /// `started`, `spec` and `status` are flow YAML.
  private static String job(String name, String owner, String spec, String status) {
    return """
    - metadata: {name: %1$s, namespace: shop, uid: %1$s, resourceVersion: "1", creationTimestamp: "2026-01-01T11:59:%2$s", ownerReferences: [{kind: X, name: x, uid: %3$s}]}
      spec: {image: "app:2", %4$s}
      status: {%5$s}
    """
        .formatted(name, name.equals("old") ? "00Z" : "50Z", owner, spec, status);
  }

  private static String pod(String name, String node, String owner, String waiting) {
    return """
    - metadata: {name: %s, namespace: shop, uid: %s, resourceVersion: "1", creationTimestamp: "2026-01-01T11:59:59Z", labels: {app: web}, ownerReferences: [{kind: X, name: x, uid: %s, controller: true}]}
      spec: {nodeName: %s, containers: [{name: pull, image: "app:2"}]}
      status: {phase: Pending, containerStatuses: [{name: pull, image: "app:2", imageID: "", restartCount: 0, state: {waiting: {reason: "%s"}}}]}
    """
        .formatted(name, name, owner, node, waiting);
  }

  private static String nodes(String... names) {
    var text = new StringBuilder();
    for (var name : names) {
      text.append(
          "- metadata: {name: %1$s, uid: %1$s, resourceVersion: \"1\", creationTimestamp: \"2026-01-01T10:00:00Z\"}\n"
              .formatted(name));
      text.append("  status: {conditions: [{type: Ready, status: \"True\"}]}\n");
    }
    return text.toString();
  }

  /// Answers lists and objects by their path.
  private record Server(Map<String, Json.Obj> objects) implements Api {
    static Server of(String jobs, String pods, String nodes, String events) {
      var all = new TreeMap<String, Json.Obj>();
      all.put(OURS + "statefulsets/web", Yaml.read(SET));
      all.put(OURS + "imagepulljobs", list(jobs));
      all.put("/api/v1/namespaces/shop/pods", list(pods));
      all.put("/api/v1/nodes", list(nodes));
      all.put("/api/v1/namespaces/shop/events", list(events));
      return new Server(all);
    }

    private static Json.Obj list(String items) {
      return Yaml.read(items.isEmpty() ? "items: []" : "items:\n" + items);
    }

    @Override
    public Response send(Request request) {
      var found = Optional.ofNullable(objects.get(request.path().replaceFirst("\\?.*", "")));
      var body = JsonText.write(found.orElse(Json.EMPTY)).getBytes(StandardCharsets.UTF_8);
      return new Response(found.isPresent() ? 200 : 404, body, Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) throws Unreachable {
      throw new Unreachable("no streams here", true);
    }

    @Override
    public Peer peer() {
      return new Peer("https://nowhere", "nothing");
    }
  }

  private static SetPulls find(Server server) {
    return SetPulls.find(server, WEB, NOW).orElseThrow();
  }

  private static String lines(Server server) {
    return String.join("\n", new PullText(SCREEN).lines(find(server).pulls(), NOW));
  }

  @Test
  void eachNodeSaysHowFarItIs() {
    var server =
        Server.of(
            job(
                "new",
                "set",
                "parallelism: 1, pullPolicy: {backoffLimit: 3}",
                "succeededNodes: [a], failedNodes: [b], startTime: \"2026-01-01T11:59:51Z\""),
            pod("new-x-1", "c", "new", "ErrImagePull"),
            nodes("a", "b", "c", "d"),
            "- {involvedObject: {uid: new}, message: \"app:2 cannot be pulled on b: ErrImagePull\"}\n");

    assertThat(lines(server))
        .isEqualTo(
            """
            NODE   STATE       WHY
            new app:2, 10s: 1 of 4 nodes have the image, 1 failed; d waits for its turn: parallelism is 1
            ├─ a   ✔ done
            ├─ b   ✖ failed    app:2 cannot be pulled on b: ErrImagePull
            ├─ c   ◌ pulling   c pulls the image, attempt 2: ErrImagePull
            └─ d   ◷ waits     d waits for its turn: parallelism is 1\
            """);
    assertThat(ValueText.json(PullText.value(find(server).pulls())))
        .contains("\"failed\": 1", "\"isOver\": false", "\"state\": \"pulling\"");
  }

  @Test
  void failureThatNoEventTellsIsTold() {
    var server =
        Server.of(job("new", "set", "parallelism: 1", "failedNodes: [b]"), "", nodes("b"), "");
    assertThat(lines(server)).endsWith("└─ b   ✖ failed   b could not pull the image");
  }

  @Test
  void jobsOfTheSetAndOfItsPodsAreListedTheNewestFirst() {
    var server =
        Server.of(
            job(
                    "old",
                    "set",
                    "parallelism: 1",
                    "completionTime: \"2026-01-01T11:59:30Z\", succeededNodes: [a], message: done")
                + job("new", "other", "podSelector: {matchLabels: {app: web}}", "")
                + job("foreign", "other", "parallelism: 1", ""),
            pod("web-0", "a", "set", ""),
            nodes("a", "b"),
            "");
    assertThat(lines(server))
        .isEqualTo(
            """
            NODE   STATE       WHY
            new app:2, 10s: 0 of 1 nodes have the image
            └─ a   ◌ pulling
            old app:2, 60s: done
            └─ a   ✔ done\
            """);
    assertThat(find(server).pods()).hasSize(1);
  }

  @Test
  void noJobIsToldSo() {
    assertThat(lines(Server.of("", "", "", ""))).isEqualTo("No image is pulled for this set.");
    assertThat(SetPulls.find(new Server(Map.of()), WEB, NOW)).isEmpty();
  }
}
