package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.OptionalLong;

/// Which taints a pod tolerates.
record Tolerations(List<Json.Obj> all) {
  static Tolerations of(Json.Obj pod) {
    return new Tolerations(
        pod.object("spec").items("tolerations").stream().map(Json.Obj.class::cast).toList());
  }

  boolean tolerate(Json.Obj taint) {
    return all.stream().anyMatch(each -> isFor(each, taint));
  }

  /// For how many seconds; empty for ever. Only for a taint that is tolerated at all.
  OptionalLong seconds(Json.Obj taint) {
    return all.stream()
        .filter(each -> isFor(each, taint))
        .map(each -> each.members().get("tolerationSeconds"))
        .filter(Json.Num.class::isInstance)
        .mapToLong(seconds -> Math.max(0, Long.parseLong(((Json.Num) seconds).literal())))
        .min();
  }

  private static boolean isFor(Json.Obj toleration, Json.Obj taint) {
    var key = toleration.text("key");
    var effect = toleration.text("effect");
    return (effect.isEmpty() || effect.equals(taint.text("effect")))
        && (key.isEmpty() || key.equals(taint.text("key")))
        && (toleration.text("operator").equals("Exists")
            || (!key.isEmpty() && toleration.text("value").equals(taint.text("value"))));
  }
}
