package dev.ordinal.sim;

import dev.ordinal.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// One look of the kubelet: the pod as the API shows it, where and when, and what is wished for it.
record Scene(Json.Obj pod, Kubelet.Node node, SimAnnotations wishes, Instant now) {

  String uid() {
    return pod.object("metadata").text("uid");
  }

  boolean isDeleted() {
    return !pod.object("metadata").text("deletionTimestamp").isEmpty();
  }

  /// Failed or Succeeded: nothing brings its containers back.
  boolean isTerminal() {
    return List.of("Failed", "Succeeded").contains(pod.object("status").text("phase"));
  }

  /// The time that the one who deleted the pod grants its containers.
  Duration grace() {
    return pod.object("metadata").find("deletionGracePeriodSeconds").orElse(Json.of(30))
            instanceof Json.Num(var seconds)
        ? Duration.ofSeconds(Long.parseLong(seconds))
        : Duration.ZERO;
  }

  /// When a start that begins now is done: the image first, then the container.
  Instant startedAfter(String delay, Pulling pulling) {
    return pulling.due().plus(node.supply().stretched(wishes.delay(delay)));
  }

  boolean areGatesOpen() {
    return pod.object("spec").items("readinessGates").stream()
        .map(gate -> ((Json.Obj) gate).text("conditionType"))
        .allMatch(type -> PodConditions.isTrue(pod, type));
  }
}
