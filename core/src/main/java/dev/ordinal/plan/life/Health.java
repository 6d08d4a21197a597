package dev.ordinal.plan.life;

import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Container;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.model.life.LifecycleState;
import dev.ordinal.plan.inplace.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a pod that is not available is doing, in words, and whether it can be expected to recover.
/// The words change only with the cause: what the kubelet alternates between has one word.
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

  /// A kubelet that is well confirms the end of a pod within seconds of its grace period.
  private static final Duration CONFIRMATION = Duration.ofSeconds(30);

  /// Volumes are mounted and containers created within seconds, unless something is missing or an
  /// image is large.
  private static final Duration CREATION = Duration.ofSeconds(30);

  /// From the second crash on the kubelet waits longer and longer before it tries again.
  private static final int CRASHES_IN_A_LOOP = 2;

  private Health() {}

  public static PodState state(PodView pod) {
    var broken = broken(pod);
    if (broken.isPresent()) {
      return PodState.broken(broken.get());
    }
    if (pod.isTerminating()) {
      return PodState.of("terminating");
    }
    if (pod.lifecycleState() != LifecycleState.NORMAL
        && pod.lifecycleState() != LifecycleState.UPDATING) {
      return PodState.of("held by a hook (" + pod.lifecycleState().label() + ")");
    }
    if (!Completion.isComplete(pod)) {
      return PodState.of("being updated in place");
    }
    if (pod.isReady()) {
      return PodState.of("ready but not yet for minReadySeconds");
    }
    return switch (pod.phase()) {
      case NONE, PENDING -> crashing(pod).orElseGet(() -> PodState.of(starting(pod)));
      case RUNNING -> crashing(pod).orElseGet(() -> PodState.of(unready(pod)));
      case SUCCEEDED -> PodState.of("finished");
      case FAILED -> PodState.of("failed");
      case UNKNOWN -> PodState.of("out of reach of its node");
    };
  }

  /// The proof that a pod will not become ready by waiting.
  public static Optional<String> broken(PodView pod) {
    if (pod.isReady() || pod.isTerminating() || pod.isTerminal()) {
      return Optional.empty();
    }
    return containers(pod)
        .filter(container -> BROKEN.contains(container.waiting()))
        .map(Health::words)
        .findFirst()
        .or(() -> unschedulable(pod));
  }

  /// Whether any container of the pod has ever run. One of which none has holds nothing that its
  /// successor would lack.
  public static boolean hasStarted(PodView pod) {
    return (pod.phase() != Phase.NONE && pod.phase() != Phase.PENDING)
        || containers(pod).anyMatch(each -> !each.containerId().isEmpty() || each.restarts() > 0);
  }

  /// When a pod of which no container has started is late; empty for others, and for those that
  /// are on no node.
  public static Optional<Instant> startLateAt(PodView pod) {
    return hasStarted(pod) || pod.node().isEmpty()
        ? Optional.empty()
        : Optional.of(pod.meta().createdAt().plus(CREATION));
  }

  /// When a terminating pod should be gone; empty for others.
  public static Optional<Instant> terminationLateAt(PodView pod) {
    return pod.meta().deletedAt().map(end -> end.plus(CONFIRMATION));
  }

  /// What keeps a terminating pod whose grace period is over.
  public static String blocker(PodView pod) {
    var finalizers = pod.meta().finalizers();
    if (!finalizers.isEmpty()) {
      return "kept by finalizer " + String.join(", ", finalizers);
    }
    return pod.node().isEmpty()
        ? "it is on no node"
        : "node %s has not confirmed its end".formatted(pod.node());
  }

  private static Stream<Container> containers(PodView pod) {
    return Stream.concat(pod.initContainers().stream(), pod.containers().stream());
  }

  private static String words(Container container) {
    var detail =
        switch (container.waiting()) {
          case "ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull" ->
              "image " + container.image();
          default -> container.detail();
        };
    return "broken (%s in container %s%s)"
        .formatted(
            container.waiting().equals("ErrImagePull") ? "ImagePullBackOff" : container.waiting(),
            container.name(),
            detail.isEmpty() ? "" : ": " + detail);
  }

  /// A container that crashes again and again does so too while it runs for a moment.
  private static Optional<PodState> crashing(PodView pod) {
    return containers(pod)
        .filter(each -> each.restarts() >= CRASHES_IN_A_LOOP && each.hasExited())
        .map(
            each ->
                "broken (CrashLoopBackOff in container %s: %s)"
                    .formatted(each.name(), each.detail()))
        .map(PodState::broken)
        .findFirst();
  }

  /// Whether the template names the pod's node, and the node has not taken the pod. It may not
  /// exist, which is not known here. One that the scheduler has chosen comes with a condition.
  public static boolean isUntaken(PodView pod) {
    return (pod.phase() == Phase.NONE || pod.phase() == Phase.PENDING)
        && !pod.node().isEmpty()
        && pod.findCondition("PodScheduled").isEmpty();
  }

  private static String starting(PodView pod) {
    return isUntaken(pod)
        ? "starting, but node %s, which its template names, has not taken it".formatted(pod.node())
        : "starting";
  }

  private static String unready(PodView pod) {
    var unready = pod.containers().stream().filter(each -> !each.isReady()).toList();
    if (unready.isEmpty()) {
      return whyUnready(pod);
    }
    var names = unready.stream().map(Container::name).toList();
    var crash =
        unready.stream().filter(Container::hasExited).map(each -> ", after " + each.detail());
    return "not ready (%s %s%s)"
        .formatted(
            names.size() == 1 ? "container" : "containers",
            String.join(", ", names),
            crash.findFirst().orElse(""));
  }

  /// All containers are ready: a gate is closed, or the control plane has lost the node.
  private static String whyUnready(PodView pod) {
    var closed =
        pod.readinessGates().stream()
            .filter(gate -> pod.findCondition(gate).filter(Condition::isTrue).isEmpty())
            .findFirst();
    if (closed.isPresent()) {
      return "not ready (readiness gate %s)".formatted(closed.get());
    }
    return pod.findCondition("Ready").isEmpty()
        ? "not ready"
        : "not ready, though its containers are: node %s may be out of reach".formatted(pod.node());
  }

  private static Optional<String> unschedulable(PodView pod) {
    return pod.findCondition("PodScheduled")
        .filter(condition -> !condition.isTrue() && condition.reason().equals("Unschedulable"))
        .map(condition -> "unschedulable" + SchedulerWords.of(condition.message()));
  }
}
