package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy.Change;
import dev.ordinal.sim.reply.Fault;
import java.util.ArrayList;
import java.util.List;

/// The changes of a pod's spec that an update and a `resize` may make.
final class PodChanges {
  private static final String ONLY =
      "pod updates may not change fields other than"
          + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
          + "`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
          + " negative)";

  private PodChanges() {}

  static List<Fault> update(Change change) {
    var old = change.old().object("spec");
    var next = change.next().object("spec");
    for (var list : List.of("containers", "initContainers")) {
      if (next.items(list).size() != old.items(list).size()) {
        return List.of(
            Fault.forbidden("spec." + list, "pod updates may not add or remove containers"));
      }
    }
    var faults = new ArrayList<>(deadline(old, next));
    if (!faults.isEmpty()) {
      return faults;
    }
    if (!next.items("tolerations").containsAll(old.items("tolerations"))) {
      faults.add(
          Fault.forbidden(
              "spec.tolerations",
              "existing toleration can not be modified except its tolerationSeconds"));
    }
    if (!munged(next, old).equals(old)) {
      faults.add(Fault.forbidden("spec", ONLY));
    }
    return faults;
  }

  private static List<Fault> deadline(Json.Obj old, Json.Obj next) {
    var before = old.members().get("activeDeadlineSeconds");
    var after = next.members().get("activeDeadlineSeconds");
    var field = "spec.activeDeadlineSeconds";
    if (before instanceof Json.Num(var was) && after instanceof Json.Num(var is)) {
      return Long.parseLong(is) > Long.parseLong(was)
          ? List.of(Fault.invalid(field, after, "must be less than or equal to previous value"))
          : List.of();
    }
    return before != null && after == null
        ? List.of(
            Fault.invalid(
                field, new Json.Null(), "must not update from a positive integer to nil value"))
        : List.of();
  }

  /// The new spec with the old values of all mutable fields.
  private static Json.Obj munged(Json.Obj next, Json.Obj old) {
    var same = next;
    for (var field : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
      same = Parts.copied(same, old, field);
    }
    for (var list : List.of("containers", "initContainers")) {
      var containers = next.items(list);
      var images = new ArrayList<Json>();
      for (var i = 0; i < containers.size(); i++) {
        images.add(
            Parts.copied((Json.Obj) containers.get(i), (Json.Obj) old.items(list).get(i), "image"));
      }
      same = containers.isEmpty() ? same : same.with(list, Json.of(images));
    }
    return same;
  }

  /// The old pod with the new resources and no other change.
  static Json.Obj resized(Change change) {
    var old = change.old();
    var spec = old.object("spec");
    for (var list : List.of("containers", "initContainers")) {
      var before = spec.items(list);
      var after = change.next().object("spec").items(list);
      if (before.size() != after.size()) {
        return change.next();
      }
      var merged = new ArrayList<Json>();
      for (var i = 0; i < before.size(); i++) {
        var next = (Json.Obj) after.get(i);
        var one = Parts.copied((Json.Obj) before.get(i), next, "resources");
        merged.add(Parts.copied(one, next, "resizePolicy"));
      }
      spec =
          merged.isEmpty() || Json.of(merged).equals(spec.members().get(list))
              ? spec
              : spec.with(list, Json.of(merged));
    }
    return Parts.inSpec(old, spec);
  }

  static List<Fault> resize(Change change) {
    var old = change.old().object("spec");
    var next = change.next().object("spec");
    var faults = new ArrayList<Fault>();
    if (!QosClass.of(old).equals(QosClass.of(next))) {
      faults.add(
          Fault.invalid(
              "spec",
              Json.of(change.old().object("status").text("qosClass")),
              "Pod QOS Class may not change as a result of resizing"));
    }
    if (old.items("containers").size() != next.items("containers").size()) {
      faults.add(
          Fault.forbidden("spec.containers", "containers may not be added or removed on resize"));
    }
    return faults;
  }
}
