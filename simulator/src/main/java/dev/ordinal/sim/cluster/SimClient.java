package dev.ordinal.sim.cluster;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.api.Request.Form;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.reply.Reply;
import dev.ordinal.sim.virtual.Timeline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The requests of the simulated cluster's parts to the API server.
record SimClient(ApiServer server, Timeline time, KeyedTimers timers) {
  static SimClient of(ApiServer server, Timeline time) {
    return new SimClient(server, time, new KeyedTimers(time));
  }

  Instant now() {
    return time.now();
  }

  Target pod(String namespace, String name) {
    return server.target("v1", "pods", namespace, name);
  }

  Target node(String name) {
    return server.target("v1", "nodes", "", name);
  }

  static Target target(Change change) {
    return new Target(change.resource(), namespace(change.object()), name(change.object()), "");
  }

  static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }

  static String namespace(Json.Obj object) {
    return object.object("metadata").text("namespace");
  }

  static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }

  static boolean isTerminating(Json.Obj object) {
    return object.object("metadata").find("deletionTimestamp").isPresent();
  }

  /// Failed or Succeeded.
  static boolean isOver(Json.Obj pod) {
    var phase = pod.object("status").text("phase");
    return phase.equals("Failed") || phase.equals("Succeeded");
  }

  Optional<Json.Obj> find(Target target) {
    var reply = server.handle(Request.get(target), now());
    return reply.isOk() ? Optional.of(reply.body()) : Optional.empty();
  }

  Optional<Json.Obj> find(Target target, String uid) {
    return find(target).filter(object -> uid(object).equals(uid));
  }

  Reply create(Target target, Json.Obj object) {
    return server.handle(Request.create(target, object), now());
  }

  Reply merge(Target target, Json patch) {
    return server.handle(Request.patch(target, Form.MERGE_PATCH, patch), now());
  }

  Reply strategic(Target target, Json patch) {
    return server.handle(Request.patch(target, Form.STRATEGIC_PATCH, patch), now());
  }

  Reply delete(Target target, String uid) {
    var options = Json.of("preconditions", Json.of("uid", Json.of(uid)));
    return server.handle(Request.delete(target, options), now());
  }

  /// Without a grace period.
  Reply remove(Target target, String uid) {
    var options =
        Json.of("gracePeriodSeconds", Json.of(0))
            .with("preconditions", Json.of("uid", Json.of(uid)));
    return server.handle(Request.delete(target, options), now());
  }

  /// Writes one condition of a pod.
  void writeCondition(Json.Obj pod, Json.Obj condition) {
    var dated = condition.with("lastTransitionTime", Json.of(seconds(now())));
    var status = Json.of("conditions", Json.of(List.of(dated)));
    var patch = Json.of("metadata", Json.of("uid", Json.of(uid(pod)))).with("status", status);
    strategic(pod(namespace(pod), name(pod)).part("status"), patch);
  }

  /// Sets the condition DisruptionTarget.
  void markDisrupted(Json.Obj pod, String reason, String message) {
    writeCondition(
        pod,
        Json.of("type", Json.of("DisruptionTarget"))
            .with("status", Json.of("True"))
            .with("reason", Json.of(reason))
            .with("message", Json.of(message)));
  }

  /// Times in the API have no fractions.
  static String seconds(Instant at) {
    return at.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
  }
}
