package dev.ordinal.sim;

import dev.ordinal.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The steps before the containers of a pod start: its volumes are mounted, and its init containers
/// end one after the other. Those that can end do so at once.
final class Initialization {
  private Initialization() {}

  /// The step to take while the pod cannot start; empty when it can, or has started.
  static Optional<Kubelet.Step> findWait(PodMemory memory, Scene scene) {
    if (hasBegun(memory, scene.pod())) {
      return Optional.empty();
    }
    if (scene.node().missing().mount().isPresent()) {
      return Optional.of(wait(memory, scene, false));
    }
    for (var spec : waitingIn(scene.pod())) {
      var pulling = Pulling.of(scene, spec);
      var before = memory.find(spec.text("name"));
      if (before.isEmpty() && !canFail(pulling)) {
        continue;
      }
      var run = Kubelet.follow(before, spec, pulling);
      if (!run.hasEndedWell()) {
        return Optional.of(wait(memory.with(run), scene, true));
      }
    }
    return Optional.empty();
  }

  private static boolean hasBegun(PodMemory memory, Json.Obj pod) {
    return PodMemory.longRunning(pod).stream()
        .anyMatch(spec -> memory.find(spec.text("name")).isPresent());
  }

  private static List<Json.Obj> waitingIn(Json.Obj pod) {
    return PodMemory.containers(pod, "initContainers")
        .filter(spec -> !PodMemory.isSidecar(spec))
        .toList();
  }

  private static boolean canFail(Pulling pulling) {
    return pulling.findFailure().isPresent()
        || new Image(pulling.image()).behaviour().isShortLived();
  }

  private static Kubelet.Step wait(PodMemory memory, Scene scene, boolean isMounted) {
    var status = PodStatus.beginning(memory, scene, isMounted);
    return new Kubelet.Step(
        memory,
        StatusPatch.of(scene.pod(), status, scene.now()),
        false,
        new TreeMap<>(),
        memory.findWake(scene.settings(), scene.now()));
  }
}
