package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Strategy.ClusterContext;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import java.util.ArrayList;
import java.util.SortedMap;

/// What a RuntimeClass adds to its pods: its overhead, and the nodes that have it.
final class RuntimeClasses {
  private RuntimeClasses() {}

  /// Sets the fields of a new pod's spec.
  static void set(SortedMap<String, Json> spec, Subject pod, ClusterContext around) {
    var name = new Json.Obj(spec).text("runtimeClassName");
    if (name.isEmpty()) {
      return;
    }
    var found =
        around
            .find("runtimeclasses", "", name)
            .orElseThrow(
                () ->
                    Refusal.forbidden(
                        pod, "pod rejected: RuntimeClass \"%s\" not found".formatted(name)));
    found.object("overhead").find("podFixed").ifPresent(overhead -> spec.put("overhead", overhead));
    select(spec, found.object("scheduling").object("nodeSelector"), pod);
    var tolerations = new ArrayList<>(new Json.Obj(spec).items("tolerations"));
    found.object("scheduling").items("tolerations").stream()
        .filter(each -> !tolerations.contains(each))
        .forEach(tolerations::add);
    if (!tolerations.isEmpty()) {
      spec.put("tolerations", Json.of(tolerations));
    }
  }

  private static void select(SortedMap<String, Json> spec, Json.Obj selector, Subject pod) {
    if (selector.members().isEmpty()) {
      return;
    }
    var merged = new Json.Obj(spec).object("nodeSelector");
    for (var label : selector.members().entrySet()) {
      var key = label.getKey();
      if (merged.find(key).filter(value -> !value.equals(label.getValue())).isPresent()) {
        throw Refusal.forbidden(
            pod,
            "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; pod.spec.nodeSelector[%s] = %s"
                .formatted(key, selector.text(key), key, merged.text(key)));
      }
      merged = merged.with(key, label.getValue());
    }
    spec.put("nodeSelector", merged);
  }
}
