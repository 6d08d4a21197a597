package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.PodMemory.Refusal;
import java.util.Optional;

/// Applies changed resources to running containers (KEP-1287) after a delay, or refuses them if the
/// node has no room or an annotation asks for it.
final class Resize {
  private Resize() {}

  static PodMemory step(PodMemory memory, KubeletInput input) {
    var settings = input.settings();
    var now = input.now();
    var outdated =
        PodMemory.longRunning(input.pod()).stream()
            .filter(spec -> isOutdated(memory, spec))
            .toList();
    if (outdated.isEmpty()) {
      return memory.resizing(Optional.empty(), Optional.empty());
    }
    switch (settings.text("resize")) {
      case "infeasible" -> {
        return memory.resizing(Optional.empty(), Optional.of(Refusal.onRequest("Infeasible")));
      }
      case "deferred" -> {
        return memory.resizing(Optional.empty(), Optional.of(Refusal.onRequest("Deferred")));
      }
      default -> {
        // One that has begun has its share of the node.
        if (memory.resizedAt().isEmpty() && input.node().lack().isPresent()) {
          return memory.resizing(Optional.empty(), input.node().lack());
        }
        var due = memory.resizedAt().orElse(now.plus(settings.delay("resize-delay")));
        if (due.isAfter(now)) {
          return memory.resizing(Optional.of(due), Optional.empty());
        }
      }
    }
    var next = memory.resizing(Optional.empty(), Optional.empty());
    for (var spec : outdated) {
      var run = next.find(spec.text("name")).orElseThrow().withResources(spec.object("resources"));
      var due = now.plus(settings.delay("restart-delay"));
      next = next.with(wantsRestart(spec) ? run.switchTo(run.image(), due, now) : run);
    }
    return next;
  }

  private static boolean isOutdated(PodMemory memory, Json.Obj spec) {
    return memory
        .find(spec.text("name"))
        .filter(run -> run.isRunning() && !run.resources().equals(spec.object("resources")))
        .isPresent();
  }

  /// Every such policy counts, for either resource: tests need nothing finer.
  private static boolean wantsRestart(Json.Obj spec) {
    return spec.items("resizePolicy").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(policy -> policy.text("restartPolicy").equals("RestartContainer"));
  }
}
