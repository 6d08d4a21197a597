package dev.ordinal.sim;

import dev.ordinal.model.Json;
import java.time.Instant;
import java.util.Optional;

/// Follows changed resources of running containers (KEP-1287): refused on request, otherwise done
/// after a while.
final class Resize {
  private Resize() {}

  static PodMemory step(PodMemory memory, Json.Obj pod, SimAnnotations wishes, Instant now) {
    var outdated =
        PodMemory.longRunning(pod).stream().filter(spec -> isOutdated(memory, spec)).toList();
    if (outdated.isEmpty()) {
      return memory.resizing(Optional.empty(), Optional.empty());
    }
    switch (wishes.text("resize")) {
      case "infeasible" -> {
        return memory.resizing(Optional.empty(), Optional.of("Infeasible"));
      }
      case "deferred" -> {
        return memory.resizing(Optional.empty(), Optional.of("Deferred"));
      }
      default -> {
        var due = memory.resizedAt().orElse(now.plus(wishes.delay("resize-delay")));
        if (due.isAfter(now)) {
          return memory.resizing(Optional.of(due), Optional.empty());
        }
      }
    }
    var next = memory.resizing(Optional.empty(), Optional.empty());
    for (var spec : outdated) {
      var run = next.find(spec.text("name")).orElseThrow().withResources(spec.object("resources"));
      var due = now.plus(wishes.delay("restart-delay"));
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

  /// Any such policy counts, whichever resource it names: a test needs no finer one.
  private static boolean wantsRestart(Json.Obj spec) {
    return spec.items("resizePolicy").stream()
        .map(Json.Obj.class::cast)
        .anyMatch(policy -> policy.text("restartPolicy").equals("RestartContainer"));
  }
}
