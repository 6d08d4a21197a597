package dev.ordinal.sim.kind.pod;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.Parts;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Pods: defaults, allowed changes, and deletion.
public final class Pods implements Strategy {
  private static final Shape.Struct SHAPE = Shapes.of("Pod");

  @Override
  public Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch {
    var decoding = new Decoding();
    var pod = decoding.decode(SHAPE, sent, known);
    var spec = pod.object("spec");
    if (Same.tree(spec, known.members().get("spec"))) {
      return new Read(pod, decoding.unknown());
    }
    return new Read(pod.with("spec", PodDefaults.apply(spec)), decoding.unknown());
  }

  /// A PodTemplate with the defaults of the API server.
  public static Json.Obj template(Json.Obj object) {
    var template = object.object("template");
    var spec = PodDefaults.ofTemplate(template.object("spec"));
    return object.with("template", template.with("spec", spec));
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Json.Obj prepareCreate(Json.Obj pod, ClusterContext around) {
    var metadata = pod.object("metadata");
    var name = metadata.text("name");
    var namespace = metadata.text("namespace");
    var account = pod.object("spec").text("serviceAccountName");
    var accountName = account.isEmpty() ? "default" : account;
    if (around.find("serviceaccounts", namespace, accountName).isEmpty()) {
      throw Refusal.forbidden(
          new Subject("", "pods", name),
          "error looking up service account %s/%s: serviceaccount \"%s\" not found"
              .formatted(namespace, accountName, accountName));
    }
    var spec = new TreeMap<>(pod.object("spec").members());
    spec.put("serviceAccountName", Json.of(accountName));
    spec.put("serviceAccount", Json.of(accountName));
    Priority.set(spec, new Subject("", "pods", name), around);
    spec.put("tolerations", Json.of(tolerations(pod.object("spec").items("tolerations"))));
    RuntimeClasses.set(spec, new Subject("", "pods", name), around);
    if (!Json.of(false).equals(spec.get("automountServiceAccountToken"))) {
      AccountToken.mount(spec, around.suffix());
    }
    var whole = new Json.Obj(spec);
    var status = Json.of("phase", Json.of("Pending")).with("qosClass", Json.of(QosClass.of(whole)));
    return pod.with("metadata", metadata.with("generation", Json.of(1)))
        .with("spec", whole)
        .with("status", status);
  }

  private static List<Json> tolerations(List<Json> given) {
    var all = new ArrayList<>(given);
    for (var condition : List.of("not-ready", "unreachable")) {
      var key = "node.kubernetes.io/" + condition;
      var isThere =
          given.stream()
              .anyMatch(
                  each ->
                      each instanceof Json.Obj object
                          && (object.text("key").equals(key) || object.text("key").isEmpty())
                          && !object.text("effect").equals("NoSchedule"));
      if (!isThere) {
        all.add(
            Json.of("key", Json.of(key))
                .with("operator", Json.of("Exists"))
                .with("effect", Json.of("NoExecute"))
                .with("tolerationSeconds", Json.of(300)));
      }
    }
    return all;
  }

  @Override
  public Json.Obj prepareUpdate(Change change) {
    return switch (change.part()) {
      case "status" -> status(change);
      case "resize" -> counted(PodChanges.resized(change), change.old());
      default -> counted(Parts.copied(change.next(), change.old(), "status"), change.old());
    };
  }

  /// Labels, annotations and finalizers may change; owners and spec may not.
  private static Json.Obj status(Change change) {
    var old = change.old();
    var next = Parts.copied(change.next(), old, "spec");
    var metadata = Parts.copied(next.object("metadata"), old.object("metadata"), "ownerReferences");
    var status = next.object("status");
    var quality = old.object("status").text("qosClass");
    var whole =
        status.text("qosClass").isEmpty() ? status.with("qosClass", Json.of(quality)) : status;
    return next.with("metadata", metadata).with("status", whole);
  }

  private static Json.Obj counted(Json.Obj next, Json.Obj old) {
    if (next.object("spec").equals(old.object("spec"))) {
      return next;
    }
    var generation =
        old.object("metadata").members().get("generation") instanceof Json.Num(var text)
            ? Long.parseLong(text)
            : 0;
    var metadata = next.object("metadata").with("generation", Json.of(generation + 1));
    return next.with("metadata", metadata);
  }

  @Override
  public List<Fault> checkCreate(Json.Obj pod) {
    return PodCheck.of(pod.object("spec"));
  }

  @Override
  public List<Fault> checkUpdate(Change change) {
    if (Same.tree(change.next().object("spec"), change.old().object("spec"))) {
      return List.of();
    }
    var faults = new ArrayList<>(PodCheck.of(change.next().object("spec")));
    faults.addAll(
        change.part().equals("resize") ? PodChanges.resize(change) : PodChanges.update(change));
    return faults;
  }

  @Override
  public void admit(Change change, ClusterContext around) {
    if (change.part().equals("resize")) {
      ResizeLimit.check(change, around);
    }
  }

  /// A pod that has no node or has ended is removed at once.
  @Override
  public OptionalLong grace(Json.Obj pod, OptionalLong wished) {
    var spec = pod.object("spec");
    var phase = pod.object("status").text("phase");
    if (spec.text("nodeName").isEmpty() || phase.equals("Failed") || phase.equals("Succeeded")) {
      return OptionalLong.of(0);
    }
    var own =
        spec.members().get("terminationGracePeriodSeconds") instanceof Json.Num(var text)
            ? Long.parseLong(text)
            : 0;
    var period = wished.orElse(own);
    return OptionalLong.of(period < 0 ? 1 : period);
  }
}
