package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.Optional;

/// Applies changed resources to running containers (KEP-1287) after a delay, or refuses them if an
/// annotation asks for it.
final class Resize {
  private Resize() {}

  static PodMemory step(PodMemory memory, Json.Obj pod, SimAnnotations settings, Instant now) {
    var outdated =
        PodMemory.longRunning(pod).stream().filter(spec -> isOutdated(memory, spec)).toList();
    if (outdated.isEmpty()) {
      return memory.resizing(Optional.empty(), Optional.empty());
    }
    switch (settings.text("resize")) {
      case "infeasible" -> {
        return memory.resizing(Optional.empty(), Optional.of("Infeasible"));
      }
      case "deferred" -> {
        return memory.resizing(Optional.empty(), Optional.of("Deferred"));
      }
      default -> {
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
