package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan;
import dev.ordinal.plan.body.StatusBody;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.Engine;
import dev.ordinal.run.ask.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A set in our hands, object by object as the API server would keep it, in virtual time: read by
/// the controller's own readers, planned, and changed by what the plans say. A kubelet follows.
final class Handover {
  static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int STEPS = 300;

  private final Engine engine = new Engine();
  private final TreeMap<String, Json.Obj> objects = new TreeMap<>();
  private final Ward ward = new Ward();
  private final SetKey key;
  private final List<String> scenario = new ArrayList<>();
  private final Instant begin;
  private Instant now;
  private long version = 5000;

  private Handover(SetKey key, Instant begin) {
    this.key = key;
    this.begin = begin;
    this.now = begin;
  }

  static Handover of(KruiseState state) {
    return of(state, NOW);
  }

  /// What there is, some time after it was left.
  static Handover of(KruiseState state, Instant begin) {
    var metadata = state.set().object("metadata");
    var key = new SetKey(metadata.text("namespace"), metadata.text("name"));
    var handover = new Handover(key, begin);
    state.objects().forEach(handover::put);
    var engine = handover.engine;
    var sets = new SetParser(FeatureGate.defaults());
    engine.sets().listed(handover.all("StatefulSet").map(sets::parse).toList(), 0);
    engine.pods().listed(handover.all("Pod", new PodReader()), 0);
    engine.claims().listed(handover.all("PersistentVolumeClaim", new ClaimReader()), 0);
    engine.revisions().listed(handover.all("ControllerRevision", new RevisionReader()), 0);
    engine.classes().listed(List.of(), 0);
    return handover;
  }

  private Stream<Json.Obj> all(String kind) {
    return objects.values().stream().filter(object -> object.text("kind").equals(kind));
  }

  private <V extends View> List<V> all(String kind, Decoder<V> decoder) {
    return all(kind).map(object -> read(decoder, object)).toList();
  }

  private void put(Json.Obj object) {
    objects.put(object.text("kind") + "/" + KruiseState.named(object), object);
  }

  private void keep(Json.Obj object) {
    put(object);
    switch (object.text("kind")) {
      case "StatefulSet" ->
          engine.sets().changed(new SetParser(FeatureGate.defaults()).parse(object));
      case "Pod" -> engine.pods().changed(read(new PodReader(), object));
      case "ControllerRevision" -> engine.revisions().changed(read(new RevisionReader(), object));
      default -> engine.claims().changed(read(new ClaimReader(), object));
    }
  }

  private static <V extends View> V read(Decoder<V> decoder, Json.Obj object) {
    try {
      return decoder.read(JsonBytes.write(object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Plan<SetStatus> plan() {
    return Planner.plan(engine.snapshot(key, now).orElseThrow());
  }

  /// The chains of the next plan on one line; `-` for none.
  String actions() {
    return show(plan());
  }

  private static String show(Plan<SetStatus> plan) {
    var chains = Sketch.show(plan).lines().filter(line -> !line.startsWith("hold "));
    var shown = chains.collect(Collectors.joining(", "));
    return shown.isEmpty() ? "-" : shown;
  }

  Json.Obj pod(String name) {
    return find("Pod/" + name).orElseThrow();
  }

  private Optional<Json.Obj> find(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /// Another client changes an object, such as `Pod/web-2`.
  Handover change(String key, Json.Obj patch) {
    write(key, patch);
    return this;
  }

  /// Plans, acts and lets time pass until nothing happens any more, and tells what was done: one
  /// entry for each plan, after the seconds that had passed, and last how the set is left.
  List<String> play() {
    run(now.plus(PATIENCE), () -> false);
    var ready = plan().status().findCondition("Ready").orElseThrow();
    scenario.add(plan().isAtRest() ? "rest" : ready.reason());
    return List.copyOf(scenario);
  }

  /// Until right after the first plan that shows this.
  Handover playUntil(String action) {
    run(now.plus(PATIENCE), () -> !scenario.isEmpty() && scenario.getLast().contains(action));
    assertThat(scenario).last().asString().contains(action);
    return this;
  }

  private void run(Instant end, BooleanSupplier isEnough) {
    follow();
    var isMoving = true;
    for (var i = 0; !isEnough.getAsBoolean() && (isMoving || rest(end)); i++) {
      assertThat(i).as("no end after %s", scenario).isLessThan(STEPS);
      var plan = plan();
      var hasActed = act(plan);
      var hasReported = report(plan);
      isMoving = (!isEnough.getAsBoolean() && follow()) || hasActed || hasReported;
    }
  }

  /// To the next moment at which something may happen; false when there is none before the end.
  private boolean rest(Instant end) {
    var moments = new ArrayList<>(ward.wakes());
    plan().wake().ifPresent(moments::add);
    var due = moments.stream().filter(now::isBefore).min(Instant::compareTo);
    due.filter(at -> !at.isAfter(end)).ifPresent(at -> now = at);
    return due.filter(at -> !at.isAfter(end)).isPresent();
  }

  private boolean act(Plan<SetStatus> plan) {
    for (var chain : plan.chains()) {
      for (var action : chain.actions()) {
        engine.acted(key, action, happen(action), now);
      }
    }
    if (!plan.chains().isEmpty()) {
      scenario.add("+%ds %s".formatted(Duration.between(begin, now).toSeconds(), show(plan)));
    }
    return !plan.chains().isEmpty();
  }

  private Outcome happen(Action action) {
    return switch (action) {
      case Action.CheckTemplate _, Action.CheckResize _ -> new Outcome.Checked(false, "");
      case Action.CompareTemplates _ -> new Outcome.Compared(false);
      case Action.ConfirmSet(var name, var uid, _) -> {
        assertThat(uid(find("StatefulSet/" + name).orElseThrow())).isEqualTo(uid);
        yield new Outcome.Done(Optional.empty());
      }
      case Action.PatchPod(var name, _, var body) -> write("Pod/" + name, body);
      case Action.PatchPodStatus(var name, _, var body) -> write("Pod/" + name, body);
      case Action.ResizePod(var name, var body) -> write("Pod/" + name, body);
      case Action.PatchRevision(var name, _, var body) -> write("ControllerRevision/" + name, body);
      case Action.PatchClaim(var name, var body) -> write("PersistentVolumeClaim/" + name, body);
      case Action.CreatePod(var name, _, var body) -> create("Pod/" + name, body);
      case Action.CreateClaim(var name, _, var body) ->
          create("PersistentVolumeClaim/" + name, body);
      case Action.CreateRevision(var name, var body) -> create("ControllerRevision/" + name, body);
      case Action.DeletePod(var name, var uid, _, _) -> {
        var pod = objects.remove("Pod/" + name);
        if (pod == null || !uid(pod).equals(uid)) {
          throw new AssertionError("no such pod: " + action);
        }
        yield new Outcome.Done(Optional.empty());
      }
      default -> throw new AssertionError("nothing that a takeover should do: " + action);
    };
  }

  private Outcome create(String key, Json.Obj body) {
    var metadata =
        body.object("metadata")
            .with("uid", Json.of("new-" + key + "-" + version))
            .with("creationTimestamp", Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString()));
    var created = body.with("metadata", metadata);
    // Scheduled at once.
    return stored(
        key.startsWith("Pod/")
            ? created.with("spec", body.object("spec").with("nodeName", Json.of("node-0")))
            : created);
  }

  private Outcome write(String key, Json.Obj patch) {
    var before = find(key).orElseThrow(() -> new AssertionError("no such object: " + key));
    for (var pin : List.of("uid", "resourceVersion")) {
      var wanted = patch.object("metadata").text(pin);
      if (!wanted.isEmpty() && !wanted.equals(before.object("metadata").text(pin))) {
        throw new AssertionError("conflict over the " + pin + " of " + key);
      }
    }
    return stored(Strategic.merge(before, patch));
  }

  private Outcome stored(Json.Obj object) {
    var metadata = object.object("metadata").with("resourceVersion", Json.of("" + ++version));
    keep(object.with("metadata", metadata));
    return new Outcome.Done(Optional.empty());
  }

  private boolean report(Plan<SetStatus> plan) {
    var due = engine.statusDue(key, plan, now);
    due.ifPresent(
        status -> {
          var set = find("StatefulSet/" + key.name()).orElseThrow().with("status", Json.EMPTY);
          stored(Strategic.merge(set, StatusBody.patch(status)));
          engine.statusWritten(key, new Outcome.Done(Optional.empty()), now);
        });
    return due.isPresent();
  }

  /// What the kubelet does now, as its own requests.
  private boolean follow() {
    var pods = objects.values().stream().filter(each -> each.text("kind").equals("Pod")).toList();
    var patches = ward.turn(pods, now);
    patches.forEach((name, patch) -> write("Pod/" + name, patch));
    return !patches.isEmpty();
  }

  /// Pods with their uids.
  SortedMap<String, String> uids() {
    var uids = new TreeMap<String, String>();
    objects.values().stream()
        .filter(each -> each.text("kind").equals("Pod"))
        .forEach(pod -> uids.put(KruiseState.named(pod), uid(pod)));
    return uids;
  }

  /// The containers that have been restarted, such as `web-2/main 1`.
  List<String> restarts() {
    var restarts = new ArrayList<String>();
    for (var name : uids().keySet()) {
      for (var item : pod(name).object("status").items("containerStatuses")) {
        var container = (Json.Obj) item;
        if (container.find("restartCount").orElseThrow() instanceof Json.Num(var count)
            && !count.equals("0")) {
          restarts.add(name + "/" + container.text("name") + " " + count);
        }
      }
    }
    return restarts;
  }

  private static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }
}
