package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The kubelet's state of one pod beyond the API: its containers, and its next steps.
public record PodMemory(
    SortedMap<String, ContainerRun> runs,
    Optional<Instant> stopAt,
    Optional<Instant> resizedAt,
    Optional<Refusal> resizeRefusal,
    boolean isGone) {
  public static final PodMemory FRESH =
      new PodMemory(new TreeMap<>(), Optional.empty(), Optional.empty(), Optional.empty(), false);

  /// Why a resize waits, or is impossible.
  public record Refusal(String reason, String message) {
    static Refusal onRequest(String reason) {
      return new Refusal(reason, "on request");
    }

    public static Refusal deferred(String message) {
      return new Refusal("Deferred", message);
    }
  }

  public PodMemory {
    runs = Collections.unmodifiableSortedMap(new TreeMap<>(runs));
  }

  Optional<ContainerRun> find(String container) {
    return Optional.ofNullable(runs.get(container));
  }

  PodMemory with(ContainerRun run) {
    var copy = new TreeMap<>(runs);
    copy.put(run.name(), run);
    return new PodMemory(copy, stopAt, resizedAt, resizeRefusal, isGone);
  }

  /// Without the init containers, which have ended; sidecars stay.
  PodMemory initialized(Json.Obj pod) {
    var copy = new TreeMap<>(runs);
    containers(pod, "initContainers")
        .filter(spec -> !isSidecar(spec))
        .forEach(spec -> copy.remove(spec.text("name")));
    return copy.size() == runs.size()
        ? this
        : new PodMemory(copy, stopAt, resizedAt, resizeRefusal, isGone);
  }

  /// The time of the first look counts; later ones do not postpone it.
  PodMemory stopping(Instant at) {
    return new PodMemory(runs, stopAt.or(() -> Optional.of(at)), resizedAt, resizeRefusal, isGone);
  }

  PodMemory resizing(Optional<Instant> doneAt, Optional<Refusal> refusal) {
    return new PodMemory(runs, stopAt, doneAt, refusal, isGone);
  }

  /// The pod was removed; its last watch events must not remove it again.
  PodMemory gone() {
    return new PodMemory(runs, stopAt, resizedAt, resizeRefusal, true);
  }

  PodMemory ended(Instant now, int exitCode) {
    var copy = new TreeMap<String, ContainerRun>();
    runs.forEach((name, run) -> copy.put(name, run.end(now, exitCode)));
    return new PodMemory(copy, stopAt, resizedAt, resizeRefusal, isGone);
  }

  /// A restarted kubelet takes over the containers that the pod's status reports as running.
  PodMemory orReported(Json.Obj pod) {
    if (!runs.isEmpty()) {
      return this;
    }
    var memory = this;
    for (var spec : longRunning(pod)) {
      memory =
          reports(pod)
              .filter(report -> report.text("name").equals(spec.text("name")))
              .findFirst()
              .flatMap(report -> ContainerRun.reported(spec, report))
              .map(memory::with)
              .orElse(memory);
    }
    return memory;
  }

  boolean haveAllStarted() {
    return runs.values().stream().allMatch(ContainerRun::hasStarted);
  }

  boolean areAllReady(SimAnnotations settings, Instant now) {
    return runs.values().stream().allMatch(run -> run.isReady(settings, now));
  }

  /// The earliest time at which a step is due.
  Optional<Instant> findWake(SimAnnotations settings, Instant now) {
    var steps = runs.values().stream().flatMap(run -> run.findDue(settings).stream());
    var readiness =
        runs.values().stream()
            .flatMap(run -> run.findReadyAt(settings).stream())
            .filter(at -> at.isAfter(now));
    return Stream.of(steps, readiness, resizedAt.stream())
        .flatMap(all -> all)
        .min(Instant::compareTo);
  }

  /// The containers that run as long as the pod: the ordinary ones and the sidecars.
  static List<Json.Obj> longRunning(Json.Obj pod) {
    return Stream.concat(
            containers(pod, "initContainers").filter(PodMemory::isSidecar),
            containers(pod, "containers"))
        .toList();
  }

  static Stream<Json.Obj> containers(Json.Obj pod, String field) {
    return pod.object("spec").items(field).stream().map(Json.Obj.class::cast);
  }

  static boolean isSidecar(Json.Obj container) {
    return container.text("restartPolicy").equals("Always");
  }

  private static Stream<Json.Obj> reports(Json.Obj pod) {
    var status = pod.object("status");
    return Stream.concat(
            status.items("initContainerStatuses").stream(),
            status.items("containerStatuses").stream())
        .map(Json.Obj.class::cast);
  }
}
