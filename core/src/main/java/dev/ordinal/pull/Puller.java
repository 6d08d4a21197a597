package dev.ordinal.pull;

import dev.ordinal.model.PodView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Action.Cause;
import dev.ordinal.plan.build.PlanBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;

/// A pod that makes the kubelet of its node pull an image, and how far that has come. Its container
/// is not meant to run: whatever keeps it from running after the pull is as good as a success.
record Puller(PodView pod, int attempt, Stage stage, String words) {
  /// What an image that is there can still run into.
  private static final Set<String> AFTER_THE_PULL =
      Set.of(
          "CreateContainerError",
          "CreateContainerConfigError",
          "RunContainerError",
          "StartError",
          "ContainerCannotRun",
          "CrashLoopBackOff",
          "Completed",
          "Error",
          "OOMKilled");

  private static final Set<String> PULL_ERRORS =
      Set.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "InvalidImageName",
          "ErrImageNeverPull",
          "ImageInspectError",
          "RegistryUnavailable",
          "SignatureValidationFailed");

  private static final long LONGEST_PAUSE_SECONDS = 30;
  private static final int MOST_DOUBLINGS = 5;

  enum Stage {
    PULLING,
    PULLED,
    FAILED
  }

  static Puller of(PodView pod, Duration timeout, Instant now) {
    var attempt = attempt(pod.name());
    var container =
        pod.containers().stream()
            .filter(each -> each.name().equals(PullerBody.CONTAINER))
            .findFirst();
    var imageId = container.map(PodView.Container::imageId).orElse("");
    var reason = container.map(PodView.Container::waiting).orElse("");
    if (!imageId.isEmpty() || AFTER_THE_PULL.contains(reason)) {
      return new Puller(pod, attempt, Stage.PULLED, "pulled");
    }
    if (PULL_ERRORS.contains(reason)) {
      return new Puller(pod, attempt, Stage.FAILED, reason);
    }
    if (pod.isTerminal()) {
      return new Puller(pod, attempt, Stage.FAILED, "its pod failed before the pull");
    }
    if (!pod.meta().createdAt().plus(timeout).isAfter(now)) {
      return new Puller(
          pod, attempt, Stage.FAILED, "not pulled within " + timeout.toSeconds() + " s");
    }
    return new Puller(pod, attempt, Stage.PULLING, reason.isEmpty() ? "starting" : reason);
  }

  void delete(PlanBuilder plan, Cause cause) {
    if (!pod.isTerminating()) {
      plan.actFor(node(), deletion(cause));
    }
  }

  Action deletion(Cause cause) {
    return new Action.DeletePod(pod.name(), pod.uid(), OptionalLong.empty(), cause);
  }

  String node() {
    return pod.node();
  }

  /// The number at the end of the name; the first attempt is 0.
  private static int attempt(String name) {
    var digits = name.substring(name.lastIndexOf('-') + 1);
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  /// Attempts do not follow one another faster than this: after a second the first time, and each
  /// time after twice as long.
  Instant nextAt() {
    var pause = Math.min(LONGEST_PAUSE_SECONDS, 1L << Math.min(attempt, MOST_DOUBLINGS));
    return pod.meta().createdAt().plusSeconds(pause);
  }

  Instant timeoutAt(Duration timeout) {
    return pod.meta().createdAt().plus(timeout);
  }
}
