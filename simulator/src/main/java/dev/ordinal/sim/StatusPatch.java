package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The difference between a pod's status and the one to report, as a strategic merge patch with the
/// pod's uid, so that it never changes a successor of the same name.
final class StatusPatch {
  /// Conditions that are removed when they no longer hold; the others become False.
  private static final List<String> PASSING = List.of("PodResizePending", "PodResizeInProgress");

  private StatusPatch() {}

  /// Empty when the pod's status is up to date.
  static Optional<Json.Obj> of(Json.Obj pod, PodStatus wanted, Instant now) {
    var seen = pod.object("status");
    var changes = Json.EMPTY;
    for (var field : wanted.fields().members().entrySet()) {
      var shown = seen.find(field.getKey()).orElse(new Json.Null());
      if (!Json.normal(shown).equals(Json.normal(field.getValue()))) {
        changes = changes.with(field.getKey(), field.getValue());
      }
    }
    var conditions = new ArrayList<Json.Obj>();
    for (var condition : wanted.conditions()) {
      change(pod, condition, now).ifPresent(conditions::add);
    }
    PASSING.stream()
        .filter(type -> PodConditions.find(pod, type).isPresent())
        .filter(
            type -> wanted.conditions().stream().noneMatch(one -> one.text("type").equals(type)))
        .map(type -> Json.of("type", Json.of(type)).with("$patch", Json.of("delete")))
        .forEach(conditions::add);
    if (!conditions.isEmpty()) {
      changes = changes.with("conditions", Json.of(conditions));
    }
    if (changes.equals(Json.EMPTY)) {
      return Optional.empty();
    }
    var uid = pod.object("metadata").text("uid");
    return Optional.of(Json.of("metadata", Json.of("uid", Json.of(uid))).with("status", changes));
  }

  /// The transition time changes with the condition's status only, not with its reason.
  private static Optional<Json.Obj> change(Json.Obj pod, Json.Obj wanted, Instant now) {
    var seen = PodConditions.find(pod, wanted.text("type")).orElse(Json.EMPTY);
    var isSame =
        List.of("status", "reason", "message").stream()
            .allMatch(field -> seen.text(field).equals(wanted.text(field)));
    if (isSame) {
      return Optional.empty();
    }
    var change = wanted;
    for (var field : List.of("reason", "message")) {
      if (!seen.text(field).isEmpty() && wanted.text(field).isEmpty()) {
        change = change.with(field, new Json.Null());
      }
    }
    var hasTurned = !seen.text("status").equals(wanted.text("status"));
    return Optional.of(
        hasTurned ? change.with("lastTransitionTime", Json.of(ContainerRun.seconds(now))) : change);
  }
}
