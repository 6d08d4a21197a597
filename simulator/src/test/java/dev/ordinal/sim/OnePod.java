package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One pod on one node: applies the kubelet's patches to it as the API server would, in virtual
/// time, and shows the pod in one line.
final class OnePod {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final Kubelet kubelet = new Kubelet(SimAnnotations.DEFAULTS);
  private PodMemory memory = PodMemory.FRESH;
  private Json.Obj pod;
  private Instant now = START;
  private final TreeMap<String, Instant> images = new TreeMap<>();
  private ImageSource imageSource = ImageSource.GOOD;
  private boolean isLost;
  boolean isGone;
  int patches;

  OnePod(String image) {
    var container = Json.of("name", Json.of("app")).with("image", Json.of(image));
    this.pod =
        Json.of("metadata", Json.of("uid", Json.of("u1")).with("generation", Json.of(1)))
            .with("spec", Json.of("containers", Json.of(List.of(container))));
  }

  OnePod annotate(String name, String value) {
    var meta = pod.object("metadata");
    var annotations = meta.object("annotations").with(SimAnnotations.PREFIX + name, Json.of(value));
    pod = pod.with("metadata", meta.with("annotations", annotations));
    return this;
  }

  OnePod gate(String type) {
    var gate = Json.of("conditionType", Json.of(type));
    pod = pod.with("spec", pod.object("spec").with("readinessGates", Json.of(List.of(gate))));
    return this;
  }

  OnePod image(String image) {
    return container("image", Json.of(image));
  }

  OnePod cpu(String amount) {
    return container("resources", Json.of("requests", Json.of("cpu", Json.of(amount))));
  }

  OnePod container(String field, Json value) {
    var changed = containerSpec().with(field, value);
    pod = pod.with("spec", pod.object("spec").with("containers", Json.of(List.of(changed))));
    return this;
  }

  OnePod delete(int graceSeconds) {
    pod =
        pod.with(
            "metadata",
            pod.object("metadata")
                .with("deletionTimestamp", Json.of(now.toString()))
                .with("deletionGracePeriodSeconds", Json.of(graceSeconds)));
    return this;
  }

  OnePod cached(String image) {
    images.put(image, START);
    return this;
  }

  OnePod imageSource(ImageSource from) {
    imageSource = from;
    return this;
  }

  OnePod lost(boolean lost) {
    isLost = lost;
    return this;
  }

  OnePod condition(String type, String status) {
    var condition = Json.of("type", Json.of(type)).with("status", Json.of(status));
    apply(Json.of("conditions", Json.of(List.of(condition))));
    return this;
  }

  /// A restarted kubelet has lost its memory.
  OnePod restartKubelet() {
    memory = PodMemory.FRESH;
    return this;
  }

  /// Advances the time, and runs the kubelet whenever it is due.
  OnePod after(String time) {
    var end = now.plus(SimAnnotations.duration(time));
    var wake = look();
    while (wake.isPresent() && !wake.get().isAfter(end)) {
      now = wake.get().isAfter(now) ? wake.get() : now;
      wake = look();
    }
    now = end;
    return this;
  }

  private Optional<Instant> look() {
    var node = new Kubelet.Node("node-0", "192.168.0.1", images, isLost, imageSource);
    var step = kubelet.step(memory, pod, node, now);
    memory = step.memory();
    images.putAll(step.pulls());
    isGone |= step.isGone();
    step.patch().ifPresent(patch -> apply(patch.object("status")));
    patches += step.patch().isPresent() ? 1 : 0;
    return step.patch().isPresent() && !step.isGone() ? Optional.of(now) : step.wake();
  }

  /// What a strategic merge does: conditions by type, the rest replaced.
  void apply(Json.Obj changes) {
    var conditions = new TreeMap<String, Json.Obj>();
    pod.object("status").items("conditions").forEach(each -> put(conditions, (Json.Obj) each));
    changes.items("conditions").forEach(each -> put(conditions, (Json.Obj) each));
    var members = new TreeMap<>(pod.object("status").members());
    members.putAll(changes.members());
    members.put("conditions", Json.of(new ArrayList<>(conditions.values())));
    pod = pod.with("status", new Json.Obj(members));
  }

  private static void put(Map<String, Json.Obj> conditions, Json.Obj change) {
    var type = change.text("type");
    if (change.text("$patch").equals("delete")) {
      conditions.remove(type);
      return;
    }
    var merged = new TreeMap<>(conditions.getOrDefault(type, Json.EMPTY).members());
    merged.putAll(change.members());
    conditions.put(type, (Json.Obj) Json.normal(new Json.Obj(merged)));
  }

  /// `Running ready app:1 restarts=0 running`
  String show() {
    var status = pod.object("status");
    var container = report();
    var state = container.object("state");
    var kind = state.members().isEmpty() ? "-" : state.members().firstKey();
    var reason = kind.equals("waiting") ? state.object(kind).text("reason") : kind;
    return "%s %s %s restarts=%s %s"
        .formatted(
            status.text("phase"),
            PodConditions.isTrue(pod, "Ready") ? "ready" : "unready",
            container.text("image"),
            container.find("restartCount").map(OnePod::literal).orElse("-"),
            reason);
  }

  Json.Obj report() {
    var reports = pod.object("status").items("containerStatuses");
    return reports.isEmpty() ? Json.EMPTY : (Json.Obj) reports.getFirst();
  }

  Json.Obj pod() {
    return pod;
  }

  Json.Obj shown(String condition) {
    return PodConditions.find(pod, condition).orElse(Json.EMPTY);
  }

  private Json.Obj containerSpec() {
    return (Json.Obj) pod.object("spec").items("containers").getFirst();
  }

  private static String literal(Json value) {
    return value instanceof Json.Num(var literal) ? literal : "?";
  }
}
