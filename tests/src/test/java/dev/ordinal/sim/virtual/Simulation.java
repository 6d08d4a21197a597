package dev.ordinal.sim.virtual;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.life.Health;
import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.run.ask.Outcome;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Query;
import dev.ordinal.sim.cluster.ClusterOptions;
import dev.ordinal.sim.cluster.ClusterSimulation;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.law.ClusterHistory;
import dev.ordinal.sim.law.Law;
import dev.ordinal.sim.reply.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A cluster with our controller and one namespace, `shop`, in virtual time and under every law.
public final class Simulation {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Registry REGISTRY = registry();
  static final int NODES = 4;
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(15);

  /// Ten times what any scenario needs: more requests mean an endless loop.
  private static final int MOST_REQUESTS = 5_000;

  final Timeline time = new Timeline(START);
  final ApiServer server;
  final ClusterSimulation cluster;
  final SimulatedController controller;
  final ClusterHistory history = new ClusterHistory();
  final List<String> trace = new ArrayList<>();
  final TreeMap<String, Integer> writes = new TreeMap<>();
  /// The faults, and how often each occurred.
  final TreeMap<String, Integer> faultCounts = new TreeMap<>();

  final Outages outages;

  private final List<Law> laws = Law.all();
  private final List<Law> lawsOfJobs = Law.ofJobs();
  private final List<String> broken = new ArrayList<>();
  private final TraceListener listener = new TraceListener();
  private final HookOperator hand = new HookOperator(this);
  private Optional<SimulatedController> second = Optional.empty();
  /// Whether images are pulled ahead of rollouts.
  private final boolean isAhead;

  private int asked;
  private long firstVersion;
  private boolean isAtPeace;
  private boolean isRestoring;
  private String drawn = "";

  private static Registry registry() {
    var registry = Registry.natives();
    for (var kind : List.of("statefulsets", "imagepulljobs")) {
      Yaml.documents("deploy/crd/apps.kruise.io_" + kind + ".yaml").forEach(registry::define);
    }
    return registry;
  }

  Simulation(long seed) {
    this.server = new ApiServer(REGISTRY, new Random(seed));
    server.listen(this::note);
    this.isAhead = seed % 2 == 0;
    this.cluster =
        new ClusterSimulation(server, time, ClusterOptions.of(NODES).with("pull-time", "2s"));
    this.outages = new Outages(this);
    this.controller = controller("ordinal");
    post("v1", "namespaces", "", "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");
    post(
        "storage.k8s.io/v1",
        "storageclasses",
        "",
        "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: disk},"
            + " provisioner: sim, allowVolumeExpansion: true}");
    run(Duration.ofSeconds(1));
    firstVersion = server.store().version();
    controller.start();
    time.after(POLL_INTERVAL, this::poll);
  }

  /// Checks regularly for what has not happened for too long.
  private void poll() {
    history.tick(time.now());
    laws.forEach(law -> law.judge(history).ifPresent(this::broken));
    if (!isAtPeace) {
      time.after(POLL_INTERVAL, this::poll);
    }
  }

  /// The version of the cluster before any change.
  long firstVersion() {
    return firstVersion;
  }

  /// Everything is as it was at an earlier version. No client did this, so no law applies.
  void restore(long version) {
    isRestoring = true;
    history.restored(time.now());
    cluster.chaos().restartKubelets();
    server.store().goBack(version);
    isRestoring = false;
    controller.loseServer(Duration.ofSeconds(2));
    second.ifPresent(other -> other.loseServer(Duration.ofSeconds(2)));
  }

  private SimulatedController controller(String name) {
    var one = new SimulatedController(name, server, time, listener);
    one.deny(outages.denials());
    if (isAhead) {
      one.enable(FeatureGate.IMAGE_PREDOWNLOAD);
    }
    return one;
  }

  /// Two controllers from now on, which elect a leader.
  void elect() {
    var other = controller("standby");
    second.ifPresent(SimulatedController::stop);
    second = Optional.of(other);
    history.isContested = false;
    history.leader = Optional.of("");
    for (var one : List.of(controller, other)) {
      one.elect();
      one.start();
    }
  }

  /// The controller that leads, or the first one.
  SimulatedController leader() {
    return second
        .filter(other -> other.election().filter(SimulatedElection::mayAct).isPresent())
        .orElse(controller);
  }

  /// A second controller starts, and the first continues for a while.
  void overlap(Duration span) {
    if (history.leader.isPresent()) {
      return;
    }
    var other = controller("zombie");
    second.ifPresent(SimulatedController::stop);
    second = Optional.of(other);
    other.start();
    history.isContested = true;
    time.after(span, () -> retire(other));
  }

  /// Each of the two sees the last writes of the other as late as its watches are.
  private void retire(SimulatedController other) {
    other.stop();
    time.after(
        Duration.ofSeconds(5), () -> history.isContested &= second.filter(other::equals).isEmpty());
  }

  void heal() {
    isAtPeace = true;
    outages.heal();
    for (var node = 0; node < NODES; node++) {
      cluster.chaos().returnNode("node-" + node);
      cluster.chaos().uncordon("node-" + node);
    }
    second.ifPresent(history.leader.isEmpty() ? this::retire : SimulatedController::heal);
    controller.heal();
  }

  private void note(Change change) {
    history.tick(time.now());
    if (change.object().text("kind").equals("Lease")) {
      var holder = change.object().object("spec").text("holderIdentity");
      history.leader = history.leader.map(_ -> holder);
    }
    ClusterHistory.view(change)
        .ifPresent(
            view -> {
              var isGone = change.type() == Change.Type.DELETED;
              if (!isGone && !isRestoring) {
                laws.forEach(law -> law.judge(history, view).ifPresent(this::broken));
              }
              history.take(view, isGone);
              if (view instanceof PodView pod && !ClusterHistory.isPuller(pod)) {
                draw();
                hand.note(pod, isGone);
              }
            });
  }

  private void draw() {
    var picture = picture();
    if (!picture.equals(drawn)) {
      drawn = picture;
      say("pods", picture);
    }
  }

  /// The pods in the notation of the planner's tests: `0:v1:ready 1:v2:starting`.
  private String picture() {
    return history.pods.values().stream()
        .map(
            pod ->
                "%s:%s:%s"
                    .formatted(
                        pod.name().substring(4),
                        pod.revision().substring(pod.revision().length() - 4),
                        state(pod)))
        .collect(Collectors.joining(" "));
  }

  private static String state(PodView pod) {
    var stage = pod.isNormal() ? "" : "/" + pod.lifecycleState().label();
    var word = Health.state(pod).words().replaceAll(" .*", "");
    return (pod.isTerminating() ? "terminating" : pod.isReady() ? "ready" : word) + stage;
  }

  void count(String trouble) {
    faultCounts.merge(trouble.replace("fault: ", ""), 1, Integer::sum);
  }

  private void broken(String words) {
    say("broken", words);
    broken.add(words);
  }

  void say(String who, String words) {
    var since = Duration.between(START, time.now()).toMillis();
    trace.add("%4d.%03d %-8s %s".formatted(since / 1000, since % 1000, who, words));
  }

  void run(Duration span) {
    var end = time.now().plus(span);
    while (time.step(end)) {
      if (!broken.isEmpty()) {
        throw new AssertionError(String.join("\n", broken));
      }
      if (asked > MOST_REQUESTS) {
        throw new AssertionError("the controller does not stop sending requests");
      }
    }
    time.rest(end);
  }

  Reply post(String version, String plural, String namespace, String yaml) {
    return post(version, plural, namespace, Yaml.read(yaml));
  }

  Reply post(String version, String plural, String namespace, Json.Obj body) {
    return server.handle(
        Request.create(server.target(version, plural, namespace, ""), body), time.now());
  }

  Reply patch(String version, String plural, String name, Json.Obj patch) {
    var target = server.target(version, plural, "shop", name);
    return server.handle(Request.patch(target, Form.MERGE_PATCH, patch), time.now());
  }

  Reply patchSet(Json.Obj patch) {
    return patch(Names.API_VERSION, "statefulsets", "web", patch);
  }

  /// As an autoscaler does it.
  Reply scaleSet(int replicas) {
    var target = server.target(Names.API_VERSION, "statefulsets", "shop", "web").part("scale");
    var patch = Json.of("spec", Json.of("replicas", Json.of(replicas)));
    return server.handle(Request.patch(target, Form.MERGE_PATCH, patch), time.now());
  }

  Reply patchPod(String name, Json.Obj patch) {
    return patch("v1", "pods", name, patch);
  }

  Reply delete(String version, String plural, String name, Json.Obj options) {
    return server.handle(
        Request.delete(server.target(version, plural, "shop", name), options), time.now());
  }

  /// A member of the set's Ready condition; empty without one.
  String ready(String member) {
    var set = list("apps.kruise.io/v1beta1", "statefulsets").getFirst();
    return set.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals("Ready"))
        .map(condition -> condition.text(member))
        .findFirst()
        .orElse("");
  }

  List<Json.Obj> list(String version, String plural) {
    var all = server.target(version, plural, "shop", "");
    return server.handle(Request.list(all, Query.NONE), time.now()).body().items("items").stream()
        .map(Json.Obj.class::cast)
        .toList();
  }

  /// How many requests the controller has made.
  int asked() {
    return asked;
  }

  /// Writes the trace, and checks the laws.
  private final class TraceListener implements RequestRecord.Listener {
    private List<String> verdicts = List.of();

    @Override
    public void sending(RequestRecord sent) {
      history.tick(time.now());
      asked++;
      var _ = history.widestSkew(sent);
      verdicts =
          concerning(sent).stream().flatMap(law -> law.judge(history, sent).stream()).toList();
    }

    private List<Law> concerning(RequestRecord sent) {
      return sent.seen().isPresent() ? laws : sent.job().isPresent() ? lawsOfJobs : List.of();
    }

    @Override
    public void replied(RequestRecord sent, Outcome outcome) {
      var word = outcome.isDone() ? "" : " " + outcome.getClass().getSimpleName();
      say(sent.by(), sent.action().map(Sketch::show).orElse(words(sent.request())) + word);
      if (outcome.isDone()) {
        var verb = sent.request().verb().name().toLowerCase(java.util.Locale.ROOT);
        writes.merge(
            verb + " " + sent.request().kind() + sent.request().subresource(), 1, Integer::sum);
        history.take(sent);
        verdicts.forEach(Simulation.this::broken);
      }
    }

    private static String words(ApiRequest call) {
      return call.verb() == ApiRequest.Verb.GET
          ? "look at " + call.name()
          : "report " + call.name();
    }

    @Override
    public void note(String by, String words) {
      say(by, words);
      count(words);
    }
  }
}
