package dev.ordinal.plan.life;

import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.life.Stage;
import dev.ordinal.plan.inplace.Completion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a pod that is not available is doing, in words, and whether it can be expected to recover.
public final class Health {
  /// Reasons a container waits that time alone does not heal.
  private static final List<String> BROKEN =
      List.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "CrashLoopBackOff",
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError",
          "StartError");

  private Health() {}

  public static String state(PodView pod) {
    var broken = broken(pod);
    if (broken.isPresent()) {
      return broken.get();
    }
    if (pod.isTerminating()) {
      return "terminating";
    }
    if (Stage.of(pod) != Stage.NORMAL && Stage.of(pod) != Stage.UPDATING) {
      return "held by a hook (" + Stage.of(pod).label() + ")";
    }
    if (!Completion.isComplete(pod)) {
      return "being updated in place";
    }
    if (pod.isReady()) {
      return "ready but not yet for minReadySeconds";
    }
    return switch (pod.phase()) {
      case NONE, PENDING -> "starting";
      case RUNNING -> "not ready";
      case SUCCEEDED -> "finished";
      case FAILED -> "failed";
      case UNKNOWN -> "out of reach of its node";
    };
  }

  /// The proof that a pod will not become ready by waiting.
  public static Optional<String> broken(PodView pod) {
    if (pod.isReady() || pod.isTerminating() || pod.isTerminal()) {
      return Optional.empty();
    }
    return Stream.concat(pod.initContainers().stream(), pod.containers().stream())
        .filter(container -> BROKEN.contains(container.waiting()))
        .map(Health::words)
        .findFirst()
        .or(() -> unschedulable(pod));
  }

  private static String words(Container container) {
    return "broken (%s in container %s)".formatted(container.waiting(), container.name());
  }

  private static Optional<String> unschedulable(PodView pod) {
    return pod.findCondition("PodScheduled")
        .filter(condition -> !condition.isTrue() && condition.reason().equals("Unschedulable"))
        .map(_ -> "unschedulable");
  }
}
