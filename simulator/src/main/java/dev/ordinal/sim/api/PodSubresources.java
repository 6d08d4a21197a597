package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.pod.Eviction;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Refusal.Subject;
import dev.ordinal.sim.reply.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Binding and eviction: subresources of a pod that accept POST.
final class PodSubresources {
  private final ServerState cluster;
  private final Deletion deletion;

  PodSubresources(ServerState cluster, Deletion deletion) {
    this.cluster = cluster;
    this.deletion = deletion;
  }

  Reply bind(Request request, Json.Obj pod, Instant now) {
    var name = request.target().name();
    var spec = pod.object("spec");
    if (!spec.text("nodeName").isEmpty()) {
      throw Refusal.conflict(
          new Subject("", "pods/binding", name),
          "pod %s is already assigned to node \"%s\"".formatted(name, spec.text("nodeName")));
    }
    if (pod.object("metadata").find("deletionTimestamp").isPresent()) {
      throw Refusal.conflict(
          new Subject("", "pods/binding", name),
          "pod %s is being deleted, cannot be assigned to a host".formatted(name));
    }
    var scheduled = withCondition(pod, Json.of("type", Json.of("PodScheduled")), now);
    var node = request.body().object().object("target").text("name");
    var bound = scheduled.with("spec", spec.with("nodeName", Json.of(node)));
    if (!request.isDryRun()) {
      cluster.store().put(request.target().resource(), bound);
    }
    return Reply.created(success());
  }

  /// Disruption budgets protect pods; their controller computes how much they allow.
  Reply evict(Request request, Json.Obj pod, Instant now) {
    var options = request.body().object().object("deleteOptions");
    var delete =
        new Request(
            Request.Verb.DELETE,
            request.target(),
            request.query(),
            new Request.Body(Request.Form.PLAIN, options));
    var reason =
        Json.of("type", Json.of("DisruptionTarget"))
            .with("reason", Json.of("EvictionByEvictionAPI"))
            .with("message", Json.of("Eviction API: evicting"));
    var budgets = cluster.registry().require("policy/v1", "poddisruptionbudgets");
    var known =
        List.copyOf(cluster.store().objects(budgets, request.target().namespace()).values());
    var charged = known.isEmpty() ? Optional.<Json.Obj>empty() : Eviction.charge(pod, known, now);
    if (!request.isDryRun()) {
      charged.ifPresent(budget -> cluster.store().put(budgets, budget));
    }
    var marked = withCondition(pod, reason, now);
    var isKept = request.isDryRun() || pod.object("spec").text("nodeName").isEmpty();
    deletion.delete(
        delete, isKept ? pod : cluster.store().put(request.target().resource(), marked), now);
    return Reply.created(success());
  }

  private static Json.Obj withCondition(Json.Obj pod, Json.Obj condition, Instant now) {
    var status = pod.object("status");
    var conditions = new ArrayList<>(status.items("conditions"));
    conditions.removeIf(each -> ((Json.Obj) each).text("type").equals(condition.text("type")));
    conditions.add(
        condition
            .with("status", Json.of("True"))
            .with("lastProbeTime", new Json.Null())
            .with("lastTransitionTime", ServerState.time(now)));
    return pod.with("status", status.with("conditions", Json.of(conditions)));
  }

  private static Json.Obj success() {
    return Json.of("kind", Json.of("Status"))
        .with("apiVersion", Json.of("v1"))
        .with("metadata", Json.EMPTY)
        .with("status", Json.of("Success"))
        .with("code", Json.of(201));
  }
}
