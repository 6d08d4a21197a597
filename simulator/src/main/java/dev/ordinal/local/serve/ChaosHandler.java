package dev.ordinal.local.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.http.HttpRequest;
import dev.ordinal.local.loop.ScaledClock;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.cluster.Chaos;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Faults on demand, under a path that no real API server has. A reply has the result in `done`,
/// and in `undo` the command that ends the fault, if there is one.
final class ChaosHandler {
  static final String ROOT = "/chaos";

  private final Chaos chaos;
  private final ApiServer server;
  private final ScaledClock pace;
  private final Map<String, Function<Json.Obj, Json.Obj>> steps;

  ChaosHandler(Chaos chaos, ApiServer server, ScaledClock pace) {
    this.chaos = chaos;
    this.server = server;
    this.pace = pace;
    this.steps =
        Map.ofEntries(
            Map.entry("kill-pod", this::killPod),
            Map.entry("evict-pod", this::evictPod),
            Map.entry("fail-image", this::failImage),
            Map.entry("mend-image", this::mendImage),
            Map.entry("slow", this::slow),
            Map.entry("drain", this::drain),
            Map.entry("uncordon", this::uncordon),
            Map.entry("lose-node", this::loseNode),
            Map.entry("return-node", this::returnNode),
            Map.entry("api-errors", this::apiErrors),
            Map.entry("speed", this::speed));
  }

  static boolean isMeant(String path) {
    return path.equals(ROOT) || path.startsWith(ROOT + "/");
  }

  HttpReply answer(HttpRequest request, String path) {
    if (path.equals(ROOT)) {
      return Documents.of(Reply.ok(offer()));
    }
    var step = steps.get(path.substring(ROOT.length() + 1));
    if (step == null) {
      throw Refusal.unknownResource();
    }
    if (!request.method().equals("POST")) {
      throw Refusal.methodNotAllowed();
    }
    try {
      return Documents.of(Reply.ok(step.apply(JsonBytes.readObject(request.body()))));
    } catch (IOException _) {
      throw Refusal.badRequest("The body is not a JSON object.");
    }
  }

  /// What can be caused, where, and how fast time passes.
  private Json.Obj offer() {
    return Json.of("faults", Json.of(steps.keySet().stream().sorted().map(Json::of).toList()))
        .with("nodes", Json.of(nodeNames().stream().map(Json::of).toList()))
        .with("speed", Json.of(Double.toString(pace.speed())))
        .with("now", Json.of(pace.instant().toString()));
  }

  private Json.Obj speed(Json.Obj asked) {
    var factor = AmountText.factor(asked.text("factor"));
    pace.setSpeed(factor);
    return done(
        factor == 1
            ? "The cluster's time passes as fast as yours."
            : "The cluster's time passes %s times as fast as yours".formatted(asked.text("factor")),
        factor == 1 ? "" : "speed 1");
  }

  private static Json.Obj done(String sentence) {
    return Json.of("done", Json.of(sentence));
  }

  private static Json.Obj done(String sentence, String undo) {
    return done(sentence).with("undo", Json.of(undo));
  }

  private Json.Obj killPod(Json.Obj asked) {
    var pod = pod(asked);
    var hasOwner = !find(pod).object("metadata").items("ownerReferences").isEmpty();
    chaos.killPod(pod.namespace(), pod.name());
    return done(
        "Pod %s is deleted at once, without a grace period; %s."
            .formatted(
                words(pod),
                hasOwner
                    ? "its owner creates another"
                    : "it has no owner, so it is not created again"));
  }

  private Json.Obj evictPod(Json.Obj asked) {
    var pod = pod(asked);
    find(pod);
    var reply = chaos.evictPod(pod.namespace(), pod.name());
    if (!reply.isOk()) {
      throw Refusal.badRequest(
          "Pod %s is not evicted: %s".formatted(words(pod), reason(reply.body())));
    }
    return done("Pod %s is evicted and ends with its grace period.".formatted(words(pod)));
  }

  /// The cause, from the disruption budget, is more specific than the message.
  private static String reason(Json.Obj status) {
    return status.object("details").items("causes").stream()
        .map(cause -> ((Json.Obj) cause).text("message"))
        .findFirst()
        .orElseGet(() -> status.text("message"));
  }

  private Json.Obj failImage(Json.Obj asked) {
    var image = image(asked);
    chaos.failImage(image);
    return done(
        "No node can pull %s from now on; nodes that have it keep it".formatted(image),
        "mend-image " + image);
  }

  private Json.Obj mendImage(Json.Obj asked) {
    var image = image(asked);
    return done(
        chaos.mendImage(image)
            ? "Nodes can pull %s again; pods that wait for it retry.".formatted(image)
            : "Pulls of %s did not fail on purpose, so nothing has changed.".formatted(image));
  }

  private static String image(Json.Obj asked) {
    var image = asked.text("name");
    if (image.isBlank() || !image.matches("\\S{1,512}")) {
      throw Refusal.badRequest("An image is a name without spaces, such as nginx:1.27.");
    }
    return image;
  }

  private Json.Obj slow(Json.Obj asked) {
    var factor = AmountText.factor(asked.text("factor"));
    chaos.slow(factor);
    return factor == 1
        ? done("Pods start and images are pulled at normal speed.")
        : done(
            "Starts and pulls that begin from now on take %s times as long"
                .formatted(asked.text("factor")),
            "slow 1");
  }

  private Json.Obj drain(Json.Obj asked) {
    var node = node(asked);
    chaos.drain(node);
    return done(
        "Node %s takes no new pods, and its pods are evicted as their budgets allow"
            .formatted(node),
        "uncordon " + node);
  }

  private Json.Obj uncordon(Json.Obj asked) {
    var node = node(asked);
    chaos.uncordon(node);
    return done("Node %s takes new pods.".formatted(node));
  }

  private Json.Obj loseNode(Json.Obj asked) {
    var node = node(asked);
    chaos.loseNode(node);
    return done(
        "Node %s sends no heartbeats; it is Unknown after 40 s, and its pods are deleted after 5 m"
            .formatted(node),
        "return-node " + node);
  }

  private Json.Obj returnNode(Json.Obj asked) {
    var node = node(asked);
    chaos.returnNode(node);
    return done("Node %s sends heartbeats again.".formatted(node));
  }

  private Json.Obj apiErrors(Json.Obj asked) {
    var percent = AmountText.percent(asked.text("percent"));
    var time = AmountText.time(asked.text("time"));
    chaos.apiErrors(percent / 100.0, time);
    return percent == 0
        ? done("No request fails on purpose.")
        : done(
            "For %s, %d%% of all requests fail with 429 or 500"
                .formatted(asked.text("time"), percent),
            "api-errors 0%");
  }

  private Target pod(Json.Obj asked) {
    return server.target("v1", "pods", asked.text("namespace"), asked.text("name"));
  }

  private static String words(Target pod) {
    return "%s in namespace %s".formatted(pod.name(), pod.namespace());
  }

  private Json.Obj find(Target pod) {
    var reply = server.handle(Request.get(pod), Instant.EPOCH);
    if (!reply.isOk() || pod.name().isEmpty()) {
      throw Refusal.absent(
          "There is no pod %s: `kubectl get pods -A` lists all pods.".formatted(words(pod)));
    }
    return reply.body();
  }

  private String node(Json.Obj asked) {
    var wanted = asked.text("name");
    if (!nodeNames().contains(wanted)) {
      throw Refusal.absent(
          "There is no node %s: `kubectl get nodes` lists all nodes.".formatted(wanted));
    }
    return wanted;
  }

  private List<String> nodeNames() {
    var nodes = server.target("v1", "nodes", "", "").resource();
    return server.store().all(nodes).stream()
        .map(node -> node.object("metadata").text("name"))
        .sorted()
        .toList();
  }
}
