package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.util.Optional;

/// Entries of `status.conditions`, without their time, which the patch adds.
final class PodConditions {
  private PodConditions() {}

  static Json.Obj met(String type) {
    return Json.of("type", Json.of(type)).with("status", Json.of("True"));
  }

  static Json.Obj unmet(String type, String reason, String message) {
    return explained(type, false, reason, message);
  }

  static Json.Obj explained(String type, boolean isTrue, String reason, String message) {
    var condition =
        Json.of("type", Json.of(type))
            .with("status", Json.of(isTrue ? "True" : "False"))
            .with("reason", Json.of(reason));
    return message.isEmpty() ? condition : condition.with("message", Json.of(message));
  }

  static Optional<Json.Obj> find(Json.Obj object, String type) {
    return object.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }

  static boolean isTrue(Json.Obj object, String type) {
    return find(object, type).filter(found -> found.text("status").equals("True")).isPresent();
  }
}
