package dev.ordinal.sim.cluster;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.front.HttpFrontend;
import dev.ordinal.sim.front.HttpFrontend.Wire;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.reply.Reply;
import dev.ordinal.sim.virtual.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// A simulated cluster with one namespace, `shop`, in virtual time, and short methods for requests.
/// Paths are below the namespace's core resources unless they begin with a slash; bodies are YAML.
final class SmallCluster {
  private static final String HOME = "/api/v1/namespaces/shop/";
  static final String BUDGETS = "/apis/policy/v1/namespaces/shop/poddisruptionbudgets";
  static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices";

  final Timeline time = new Timeline(Instant.parse("2026-01-01T00:00:00Z"));
  final ApiServer server;
  final ClusterSimulation cluster;
  final Chaos chaos;
  private final HttpFrontend frontend;

  SmallCluster(int nodes) {
    this(ClusterOptions.of(nodes));
  }

  SmallCluster(ClusterOptions options) {
    var registry = Registry.natives();
    Yaml.documents("deploy/crd/apps.kruise.io_statefulsets.yaml").forEach(registry::define);
    server = new ApiServer(registry, new Random(1));
    frontend = new HttpFrontend(server);
    cluster = new ClusterSimulation(server, time, options);
    chaos = cluster.chaos();
    post("/api/v1/namespaces", "metadata: {name: shop}");
    run("1s");
  }

  void run(String span) {
    var end = time.now().plus(Duration.parse("PT" + span));
    while (time.step(end)) {}
    time.at(end, () -> {});
    time.step(end);
  }

  /// A pod of one container; `more` are further fields of its spec.
  void pod(String name, String image, String more) {
    pod(name, image, more, "");
  }

  void pod(String name, String image, String more, String annotations) {
    var reply =
        post(
            "pods",
            """
            metadata: {name: %s, labels: {app: web}, annotations: {%s}}
            spec: {containers: [{name: app, image: '%s'}]%s}
            """
                .formatted(name, annotations, image, more.isEmpty() ? "" : ", " + more));
    if (!reply.isOk()) {
      throw new AssertionError(reply.body().text("message"));
    }
  }

  Reply get(String path) {
    return frontend.handle(new Wire("GET", path(path), "", ""), time.now());
  }

  Reply post(String path, String yaml) {
    return send("POST", path, "application/json", yaml);
  }

  Reply merge(String path, String yaml) {
    return send("PATCH", path, "application/merge-patch+json", yaml);
  }

  Reply delete(String path) {
    return send("DELETE", path, "application/json", "");
  }

  private Reply send(String method, String path, String mediaType, String yaml) {
    var body = yaml.isEmpty() ? "{}" : JsonText.write(Yaml.read(yaml));
    return frontend.handle(new Wire(method, path(path), mediaType, body), time.now());
  }

  private static String path(String path) {
    return path.startsWith("/") ? path : HOME + path;
  }

  List<Json.Obj> list(String path) {
    return get(path).body().items("items").stream().map(Json.Obj.class::cast).toList();
  }

  /// `node-0 Running ready`, or what the container waits for; `gone` without the pod.
  String show(String pod) {
    var reply = get("pods/" + pod);
    if (!reply.isOk()) {
      return "gone";
    }
    var status = reply.body().object("status");
    var waiting =
        status.items("containerStatuses").stream()
            .map(each -> ((Json.Obj) each).object("state").object("waiting").text("reason"))
            .findFirst()
            .orElse("");
    return "%s %s %s%s"
        .formatted(
            node(pod),
            status.text("phase"),
            condition(pod, "Ready").text("status").equals("True") ? "ready" : "unready",
            waiting.isEmpty() ? "" : " " + waiting)
        .concat(
            reply.body().object("metadata").text("deletionTimestamp").isEmpty()
                ? ""
                : " terminating");
  }

  String node(String pod) {
    var name = get("pods/" + pod).body().object("spec").text("nodeName");
    return name.isEmpty() ? "nowhere" : name;
  }

  Json.Obj condition(String pod, String type) {
    return conditionOf("pods/" + pod, type);
  }

  Json.Obj conditionOf(String path, String type) {
    return get(path).body().object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(each -> each.text("type").equals(type))
        .findFirst()
        .orElse(Json.EMPTY);
  }

  String waitingMessage(String pod) {
    var first =
        (Json.Obj) get("pods/" + pod).body().object("status").items("containerStatuses").getFirst();
    return first.object("state").object("waiting").text("message");
  }
}
