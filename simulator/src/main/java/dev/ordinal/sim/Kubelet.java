package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The kubelet of a simulated node: decides what to do about one pod. Its only state beyond the pod
/// is the memory that it is given and returns.
public record Kubelet(SimAnnotations defaults) {

  /// The node of the pod. `pulls` are its images, each with the time from which it is present: a
  /// pull continues when the pod that needed it is deleted. A lost node sends nothing. `lack` is
  /// why the pod cannot grow there now.
  public record Node(
      String name,
      String address,
      SortedMap<String, Instant> pulls,
      boolean isLost,
      ImageSource imageSource,
      References.Missing missing,
      Optional<PodMemory.Refusal> lack) {
    /// A node with room, on which every object that the pod refers to exists.
    public Node(
        String name,
        String address,
        SortedMap<String, Instant> pulls,
        boolean isLost,
        ImageSource imageSource) {
      this(name, address, pulls, isLost, imageSource, References.Missing.NOTHING, Optional.empty());
    }

    public Node {
      pulls = Collections.unmodifiableSortedMap(pulls);
    }

    boolean has(String image, Instant now) {
      var since = pulls.get(image);
      return since != null && !since.isAfter(now);
    }
  }

  /// What to do now: patch the pod (a strategic merge for `pods/status`), remove it, remember the
  /// `pulls` that have begun for the node, and look again at `wake`.
  public record Step(
      PodMemory memory,
      Optional<Json.Obj> patch,
      boolean isGone,
      SortedMap<String, Instant> pulls,
      Optional<Instant> wake) {
    public Step {
      pulls = Collections.unmodifiableSortedMap(new TreeMap<>(pulls));
    }
  }

  public Step step(PodMemory memory, Json.Obj pod, Node node, Instant now) {
    var input = new KubeletInput(pod, node, defaults.of(pod), now);
    if (node.isLost() || memory.isGone()) {
      return pause(memory, Optional.empty());
    }
    if (input.isTerminal()) {
      return input.isDeleted() ? remove(memory, Optional.empty()) : pause(memory, Optional.empty());
    }
    var known = memory.orReported(pod);
    if (input.isDeleted() && !input.settings().has("stuck-termination", "true")) {
      return stop(known, input);
    }
    return findFailure(input.settings())
        .map(failure -> fail(known, input, failure))
        .orElseGet(() -> run(known, input));
  }

  /// The patch by the node controller when the node of a ready pod is lost.
  public static Optional<Json.Obj> nodeLost(Json.Obj pod, Instant now) {
    if (!PodConditions.isTrue(pod, "Ready")) {
      return Optional.empty();
    }
    var lost = PodConditions.unmet("Ready", "NodeStatusUnknown", "the node is silent");
    return StatusPatch.of(pod, new PodStatus(Json.EMPTY, List.of(lost)), now);
  }

  private static Step run(PodMemory memory, KubeletInput input) {
    return Initialization.findWait(memory, input).orElseGet(() -> runAll(memory, input));
  }

  private static Step runAll(PodMemory memory, KubeletInput input) {
    var next = memory.initialized(input.pod());
    var pulls = new TreeMap<String, Instant>();
    for (var spec : PodMemory.longRunning(input.pod())) {
      var pull = ImagePull.of(input, spec);
      var before = next.find(spec.text("name"));
      var run = follow(before, spec, pull);
      if (before.filter(run::isComingAsBefore).isEmpty() && run.isComing() && pull.isNeeded()) {
        pulls.put(pull.image(), pull.due());
      }
      next = next.with(run);
    }
    next = Resize.step(next, input);
    var patch = StatusPatch.of(input.pod(), PodStatus.alive(next, input), input.now());
    return new Step(next, patch, false, pulls, next.findWake(input.settings(), input.now()));
  }

  static ContainerRun follow(Optional<ContainerRun> run, Json.Obj spec, ImagePull pull) {
    var input = pull.input();
    if (run.isEmpty()) {
      return ContainerRun.fresh(spec, input.startedAfter("start-delay", pull));
    }
    return run.get().image().equals(pull.image())
        ? run.get().advance(pull)
        : run.get().switchTo(pull.image(), input.startedAfter("restart-delay", pull), input.now());
  }

  private static Step stop(PodMemory memory, KubeletInput input) {
    var now = input.now();
    var delay = input.settings().delay("stop-delay");
    // A container that outlives its grace period is killed.
    var isKilled = delay.compareTo(input.grace()) > 0;
    var stopping = memory.stopping(now.plus(isKilled ? input.grace() : delay));
    var due = stopping.stopAt().orElseThrow();
    if (due.isAfter(now)) {
      return pause(stopping, Optional.of(due));
    }
    var ended = stopping.ended(now, isKilled ? 137 : 0);
    var over = PodStatus.over(ended, input, isKilled ? "Failed" : "Succeeded");
    var patch = StatusPatch.of(input.pod(), over, now);
    return remove(ended, patch);
  }

  private static Step fail(PodMemory memory, KubeletInput input, Failure failure) {
    var ended = memory.ended(input.now(), failure.exitCode());
    var over = PodStatus.over(ended, input, failure.phase());
    var patch =
        StatusPatch.of(input.pod(), failure.isEviction() ? over.evicted() : over, input.now());
    return new Step(ended, patch, false, new TreeMap<>(), Optional.empty());
  }

  private static Step remove(PodMemory memory, Optional<Json.Obj> lastWords) {
    return new Step(memory.gone(), lastWords, true, new TreeMap<>(), Optional.empty());
  }

  private static Step pause(PodMemory memory, Optional<Instant> wake) {
    return new Step(memory, Optional.empty(), false, new TreeMap<>(), wake);
  }

  /// How a pod ends that was not deleted.
  private record Failure(String phase, int exitCode, boolean isEviction) {}

  private static Optional<Failure> findFailure(SimAnnotations settings) {
    if (settings.has("evict", "true")) {
      return Optional.of(new Failure("Failed", 137, true));
    }
    return Stream.of(new Failure("Failed", 1, false), new Failure("Succeeded", 0, false))
        .filter(failure -> settings.has("phase", failure.phase()))
        .findFirst();
  }
}
