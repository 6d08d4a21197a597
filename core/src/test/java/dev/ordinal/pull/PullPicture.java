package dev.ordinal.pull;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Meta;
import dev.ordinal.model.Names;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.pull.JobSpec;
import dev.ordinal.model.pull.JobSpec.Completion;
import dev.ordinal.model.pull.JobSpec.Effort;
import dev.ordinal.model.pull.JobSpec.Scope;
import dev.ordinal.model.pull.JobStatus;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.plan.draw.Sketch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Draws a job, its nodes and its pods from two lines of text:
///
/// ```
/// PullPicture.of("nodes=a,b,c parallelism=2", "a.0:pulled b.0:pulling")
/// ```
///
/// `a.0` is the pod of the first attempt on node `a`. States: `pulling`, `pulled`, `leaving`, or
/// the reason that a container waits for; `@90` after it says how many seconds ago it was created,
/// 5 if nothing is said.
///
/// Rules: `nodes=a,b` of the cluster (`!c` is not ready, `hidden`: we may not read them,
/// `hiddenPods`: nor pods yet); `names=a`, `zone` (nodes are in zone `a` to `z` by name, those in
/// `a` are wanted) or `under=a-2,b-1` (the pods of set `web` by node and ordinal); `weights=…`
/// orders them by label; `done=a failed=b started=30 completed=10` is the status; `timeout`,
/// `backoff`, `deadline`, `ttl`, `never`, `lock`, `deleting`, `fault` and `always` speak for
/// themselves.
record PullPicture(Map<String, String> rules, String pods, List<Failure> failures) {
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  static PullPicture of(String rules, String pods) {
    var given = new TreeMap<String, String>();
    for (var word : rules.split(" ")) {
      var parts = word.split("=", 2);
      given.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    return new PullPicture(given, pods, List.of());
  }

  /// The last request about this pod has failed.
  PullPicture failing(String pod) {
    var failure = new Failure("Create", name(pod), "quota", NOW.plusSeconds(10));
    return new PullPicture(rules, pods, List.of(failure));
  }

  /// The last request about this pod has failed, and is due again.
  PullPicture repeating(String pod) {
    var failure = new Failure("Create", name(pod), "quota", NOW);
    return new PullPicture(rules, pods, List.of(failure));
  }

  PullSnapshot snapshot() {
    var pullers =
        Stream.of(pods.split(" ")).filter(pod -> !pod.isEmpty()).map(this::puller).toList();
    var nodes = list("nodes").stream().map(PullPicture::node).toList();
    return new PullSnapshot(
        job(),
        pullers,
        has("hiddenPods")
            ? Optional.empty()
            : Optional.of(list("under").stream().map(PullPicture::member).toList()),
        has("hidden") ? Optional.empty() : Optional.of(nodes),
        has("under") ? Optional.of(set()) : Optional.empty(),
        new Findings(failures, Optional.empty(), List.of()),
        NOW);
  }

  JobView job() {
    var finalizers = has("lock") ? List.of("other", Names.JOB_LOCK) : List.<String>of();
    var meta =
        meta("warm", "job", List.of(), has("deleting") ? Optional.of(NOW) : Optional.empty());
    var locked =
        new Meta(
            meta.namespace(),
            meta.name(),
            meta.uid(),
            9,
            1,
            meta.labels(),
            meta.annotations(),
            List.of(),
            finalizers,
            meta.createdAt(),
            meta.deletedAt());
    return new JobView(locked, spec(), status(), list("fault"));
  }

  private JobSpec spec() {
    return new JobSpec(
        "app:2",
        list("secrets"),
        scope(),
        rules.getOrDefault("parallelism", "1").equals("0")
            ? Optional.empty()
            : Optional.of(amount(rules.getOrDefault("parallelism", "1"))),
        new Effort(seconds("timeout").orElse(Duration.ofMinutes(10)), number("backoff", 3)),
        has("never")
            ? new Completion.Never()
            : new Completion.Once(seconds("deadline"), seconds("ttl")),
        new TreeMap<>(Map.of("registry", "near")),
        has("always"));
  }

  private static Amount amount(String text) {
    return text.endsWith("%")
        ? new Amount.Percent(Integer.parseInt(text.replace("%", "")))
        : new Amount.Count(Integer.parseInt(text));
  }

  private Scope scope() {
    if (has("names")) {
      return new Scope.Named(list("names"));
    }
    var parsed = JobParser.parse(scopeText()).spec().scope();
    return parsed;
  }

  private Json.Obj scopeText() {
    var labels =
        has("under")
            ? Json.of("podSelector", labels("app", "web"))
            : Json.of("selector", has("zone") ? labels("zone", "a") : Json.EMPTY);
    return Json.of("spec", labels.with("image", Json.of("app:2")));
  }

  private static Json.Obj labels(String key, String value) {
    return Json.of("matchLabels", Json.of(key, Json.of(value)));
  }

  private JobStatus status() {
    return new JobStatus(
        seconds("started").map(NOW::minus),
        seconds("completed").map(NOW::minus),
        number("desired", 0),
        0,
        "",
        list("done"),
        list("failed"));
  }

  /// A set that updates the pods it selects, highest ordinal first or by the weight of a label.
  private SetView set() {
    var weight = Json.of("weight", Json.of(50)).with("matchSelector", labels("rank", "first"));
    var unordered =
        has("weights")
            ? Json.of(
                "unorderedUpdate",
                Json.of("priorityStrategy", Json.of("weightPriority", Json.of(List.of(weight)))))
            : Json.EMPTY;
    var spec =
        Json.of("updateStrategy", Json.of("rollingUpdate", unordered))
            .with("podManagementPolicy", Json.of("Parallel"));
    var body =
        Json.of("metadata", Json.of("name", Json.of("web")).with("uid", Json.of("set")))
            .with("spec", spec);
    return new SetParser(FeatureGate.defaults()).parse(body);
  }

  private static NodeView node(String text) {
    var name = text.replace("!", "");
    var meta = meta(name, "node-" + name, List.of(), Optional.empty());
    var zoned = new TreeMap<>(Map.of("zone", name.substring(0, 1)));
    var placed =
        new Meta(
            "",
            name,
            meta.uid(),
            1,
            1,
            zoned,
            new TreeMap<>(),
            List.of(),
            List.of(),
            NOW,
            Optional.empty());
    return new NodeView(placed, !text.startsWith("!"));
  }

  /// `a-2` is web-2 on node a; `a-2-first` has the label that weighs; others are `done`, `leaving`
  /// or `nowhere` yet.
  private static PodView member(String text) {
    var part = text.split("-");
    var word = part.length > 2 ? part[2] : "";
    var deleted = word.equals("leaving") ? Optional.of(NOW) : Optional.<Instant>empty();
    var name = "web-" + part[1];
    var pod =
        pod(
            meta(name, "uid-" + name, List.of(), deleted),
            word.equals("nowhere") ? "" : part[0],
            word.equals("done") ? Phase.SUCCEEDED : Phase.RUNNING,
            List.of());
    return with(pod, new TreeMap<>(Map.of("rank", word)));
  }

  private static PodView with(PodView pod, TreeMap<String, String> labels) {
    var meta = pod.meta();
    var labelled =
        new Meta(
            meta.namespace(),
            meta.name(),
            meta.uid(),
            1,
            1,
            labels,
            meta.annotations(),
            meta.owners(),
            List.of(),
            meta.createdAt(),
            meta.deletedAt());
    return pod(labelled, pod.node(), pod.phase(), pod.containers());
  }

  private PodView puller(String text) {
    var part = text.split("[:@]");
    var node = part[0].substring(0, part[0].indexOf('.'));
    var age = part.length > 2 ? Integer.parseInt(part[2]) : 5;
    var state = part[1];
    var isPulled = state.equals("pulled");
    var reason = List.of("pulling", "pulled", "leaving", "failed").contains(state) ? "" : state;
    var container =
        new Container(
            PullerBody.CONTAINER, "app:2", isPulled ? "sha" : "", "", 0, false, reason, true, true);
    var meta =
        new Meta(
            "shop",
            name(part[0]),
            "uid-" + part[0],
            1,
            1,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            NOW.minusSeconds(age),
            state.equals("leaving") ? Optional.of(NOW) : Optional.empty());
    var phase = state.equals("failed") ? Phase.FAILED : Phase.PENDING;
    return pod(meta, node, phase, List.of(container));
  }

  private static PodView pod(Meta meta, String node, Phase phase, List<Container> containers) {
    return new PodView(
        meta,
        phase,
        node,
        List.of(),
        containers,
        List.of(),
        List.of(),
        new TreeMap<>(),
        Optional.empty(),
        List.of());
  }

  private static Meta meta(
      String name, String uid, List<Meta.Owner> owners, Optional<Instant> deletedAt) {
    return new Meta(
        "shop",
        name,
        uid,
        1,
        1,
        new TreeMap<>(),
        new TreeMap<>(),
        owners,
        List.of(),
        NOW.minusSeconds(60),
        deletedAt);
  }

  /// The name of the pod `a.0`.
  private String name(String pod) {
    var part = pod.split("\\.");
    var meta = meta("warm", "job", List.of(), Optional.empty());
    var job = new JobView(meta, spec(), JobStatus.NONE, List.of());
    return PullerBody.name(job, part[0], Integer.parseInt(part[1]));
  }

  Plan<JobStatus> plan() {
    return PullPlanner.plan(snapshot());
  }

  /// The plan, with pods called `a.0`.
  String show() {
    return shorten(Sketch.show(plan()));
  }

  /// The actions alone, on one line; `-` for none.
  String actions() {
    var shown =
        plan().chains().stream()
            .map(chain -> String.join(" > ", chain.actions().stream().map(Sketch::show).toList()))
            .toList();
    return shown.isEmpty() ? "-" : shorten(String.join(", ", shown));
  }

  private String shorten(String text) {
    var all =
        Stream.concat(
            list("nodes").stream().map(node -> node.replace("!", "")),
            Stream.concat(
                list("under").stream().map(pod -> pod.split("-")[0]),
                Stream.of(pods.split(" ")).map(pod -> pod.split("\\.")[0])));
    var shown = text;
    for (var node : all.filter(each -> !each.isEmpty()).distinct().toList()) {
      for (var attempt = 0; attempt < 9; attempt++) {
        shown = shown.replace(name(node + "." + attempt), node + "." + attempt);
      }
    }
    return shown;
  }

  private boolean has(String word) {
    return rules.containsKey(word);
  }

  private int number(String name, int otherwise) {
    return has(name) ? Integer.parseInt(rules.get(name)) : otherwise;
  }

  private Optional<Duration> seconds(String name) {
    return has(name) ? Optional.of(Duration.ofSeconds(number(name, 0))) : Optional.empty();
  }

  private List<String> list(String name) {
    return Stream.of(rules.getOrDefault(name, "").split(","))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
