package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The kubelet's input: the pod as the API shows it, node, time, and the pod's annotations.
record KubeletInput(Json.Obj pod, Kubelet.Node node, SimAnnotations settings, Instant now) {

  String uid() {
    return pod.object("metadata").text("uid");
  }

  boolean isDeleted() {
    return !pod.object("metadata").text("deletionTimestamp").isEmpty();
  }

  /// Failed or Succeeded: its containers do not restart.
  boolean isTerminal() {
    return List.of("Failed", "Succeeded").contains(pod.object("status").text("phase"));
  }

  /// The grace period of the deletion.
  Duration grace() {
    return pod.object("metadata").find("deletionGracePeriodSeconds").orElse(Json.of(30))
            instanceof Json.Num(var seconds)
        ? Duration.ofSeconds(Long.parseLong(seconds))
        : Duration.ZERO;
  }

  /// When a start that begins now is complete: first the image, then the container.
  Instant startedAfter(String delay, ImagePull pull) {
    return pull.due().plus(node.imageSource().stretched(settings.delay(delay)));
  }

  boolean areGatesOpen() {
    return pod.object("spec").items("readinessGates").stream()
        .map(gate -> ((Json.Obj) gate).text("conditionType"))
        .allMatch(type -> PodConditions.isTrue(pod, type));
  }
}
