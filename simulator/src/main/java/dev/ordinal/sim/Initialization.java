package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The steps before the containers of a pod start: its volumes are mounted, and its init containers
/// end one after the other. Those that can end do so at once.
final class Initialization {
  private Initialization() {}

  /// The step to take while the pod cannot start; empty when it can, or has started.
  static Optional<Kubelet.Step> findWait(PodMemory memory, KubeletInput input) {
    if (hasBegun(memory, input.pod())) {
      return Optional.empty();
    }
    if (input.node().missing().mount().isPresent()) {
      return Optional.of(wait(memory, input, false));
    }
    for (var spec : waitingIn(input.pod())) {
      var pull = ImagePull.of(input, spec);
      var before = memory.find(spec.text("name"));
      if (before.isEmpty() && !canFail(pull)) {
        continue;
      }
      var run = Kubelet.follow(before, spec, pull);
      if (!run.hasEndedWell()) {
        return Optional.of(wait(memory.with(run), input, true));
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

  private static boolean canFail(ImagePull pull) {
    return pull.findFailure().isPresent() || new Image(pull.image()).behaviour().isShortLived();
  }

  private static Kubelet.Step wait(PodMemory memory, KubeletInput input, boolean isMounted) {
    var status = PodStatus.beginning(memory, input, isMounted);
    return new Kubelet.Step(
        memory,
        StatusPatch.of(input.pod(), status, input.now()),
        false,
        new TreeMap<>(),
        memory.findWake(input.settings(), input.now()));
  }
}
