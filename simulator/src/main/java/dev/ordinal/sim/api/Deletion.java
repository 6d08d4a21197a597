package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Deletes objects: at once, after a grace period, or when their finalizers are removed.
final class Deletion {
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";
  private static final List<String> IMMORTAL = List.of("default", "kube-system", "kube-public");

  private final ServerState cluster;

  Deletion(ServerState cluster) {
    this.cluster = cluster;
  }

  /// The result: the object, and whether it still exists.
  record Result(Json.Obj object, boolean isGone) {}

  Result delete(Request request, Json.Obj object, Instant now) {
    var resource = request.target().resource();
    var options = Options.Deletion.of(request);
    options.check();
    requirePreconditions(resource, object, options.preconditions());
    cluster.admit(request, object);
    if (resource.storage().equals("/namespaces")) {
      return end(resource, object, options, now);
    }
    var grace = resource.strategy().grace(object, options.grace());
    if (grace.isPresent()) {
      return deleteGracefully(resource, object, options, now);
    }
    var marked = withFinalizers(object, options.policy());
    if (marked.object("metadata").items("finalizers").isEmpty()) {
      return gone(resource, marked, options);
    }
    return stored(resource, object, terminating(marked, 0, now), options);
  }

  private Result deleteGracefully(
      Resource resource, Json.Obj object, Options.Deletion options, Instant now) {
    var metadata = object.object("metadata");
    if (metadata.find("deletionTimestamp").isPresent()) {
      return again(resource, object, options, now);
    }
    var grace = resource.strategy().grace(object, options.grace()).orElse(0);
    var marked = terminating(withFinalizers(object, options.policy()), grace, now);
    if (grace > 0 || !marked.object("metadata").items("finalizers").isEmpty()) {
      return stored(resource, object, marked, options);
    }
    // Watches show the deletion timestamp before the deletion.
    return gone(
        resource, options.isDryRun() ? marked : cluster.store().put(resource, marked), options);
  }

  /// A second delete may only shorten the grace period.
  private Result again(Resource resource, Json.Obj object, Options.Deletion options, Instant now) {
    var metadata = object.object("metadata");
    var left = number(metadata, "deletionGracePeriodSeconds");
    var hasFinalizers = !metadata.items("finalizers").isEmpty();
    if (left == 0) {
      return hasFinalizers ? new Result(object, false) : gone(resource, object, options);
    }
    if (options.grace().isEmpty() || options.grace().getAsLong() >= left) {
      return new Result(object, false);
    }
    var wished = Math.max(options.grace().getAsLong(), 0);
    var due =
        Instant.parse(metadata.text("deletionTimestamp")).minus(Duration.ofSeconds(left - wished));
    var isLate = due.isBefore(now);
    var period = isLate && wished > 0 ? 1 : wished;
    var shortened =
        object.with(
            "metadata",
            metadata
                .with("deletionTimestamp", ServerState.time(isLate ? now : due))
                .with("deletionGracePeriodSeconds", Json.of(period)));
    if (period == 0 && !hasFinalizers) {
      return gone(
          resource,
          options.isDryRun() ? shortened : cluster.store().put(resource, shortened),
          options);
    }
    return stored(resource, object, shortened, options);
  }

  /// A namespace waits for the finalizer in its spec, not in its metadata.
  private Result end(Resource resource, Json.Obj namespace, Options.Deletion options, Instant now) {
    var metadata = namespace.object("metadata");
    if (IMMORTAL.contains(metadata.text("name"))) {
      throw Refusal.forbidden(
          resource.subject(metadata.text("name")), "this namespace may not be deleted");
    }
    if (metadata.find("deletionTimestamp").isPresent()) {
      return new Result(namespace, false);
    }
    var terminating =
        namespace
            .with("metadata", metadata.with("deletionTimestamp", ServerState.time(now)))
            .with("status", namespace.object("status").with("phase", Json.of("Terminating")));
    return stored(resource, namespace, terminating, options);
  }

  private static void requirePreconditions(
      Resource resource, Json.Obj object, Json.Obj preconditions) {
    var metadata = object.object("metadata");
    var subject = resource.kindSubject(metadata.text("name"));
    var uid = preconditions.text("uid");
    if (!uid.isEmpty() && !uid.equals(metadata.text("uid"))) {
      throw Refusal.conflict(
          subject,
          "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
              .formatted(uid, metadata.text("uid")));
    }
    var version = preconditions.text("resourceVersion");
    if (!version.isEmpty() && !version.equals(metadata.text("resourceVersion"))) {
      throw Refusal.conflict(
          subject,
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
              .formatted(version, metadata.text("resourceVersion")));
    }
  }

  private static Json.Obj withFinalizers(Json.Obj object, String policy) {
    var metadata = object.object("metadata");
    if (policy.isEmpty()) {
      return object;
    }
    var finalizers = new ArrayList<>(metadata.items("finalizers"));
    finalizers.removeAll(List.of(Json.of(ORPHAN), Json.of(FOREGROUND)));
    if (policy.equals("Orphan")) {
      finalizers.add(Json.of(ORPHAN));
    } else if (policy.equals("Foreground")) {
      finalizers.add(Json.of(FOREGROUND));
    }
    return finalizers.equals(metadata.items("finalizers"))
        ? object
        : object.with(
            "metadata",
            finalizers.isEmpty()
                ? metadata.without("finalizers")
                : metadata.with("finalizers", Json.of(finalizers)));
  }

  private static Json.Obj terminating(Json.Obj object, long grace, Instant now) {
    var metadata = new TreeMap<>(object.object("metadata").members());
    if (!metadata.containsKey("deletionTimestamp")) {
      metadata.put("deletionTimestamp", ServerState.time(now.plusSeconds(grace)));
      var generation = number(object.object("metadata"), "generation");
      if (generation > 0) {
        metadata.put("generation", Json.of(generation + 1));
      }
    }
    metadata.put("deletionGracePeriodSeconds", Json.of(grace));
    return object.with("metadata", new Json.Obj(metadata));
  }

  private static long number(Json.Obj metadata, String field) {
    return metadata.members().get(field) instanceof Json.Num(var text) ? Long.parseLong(text) : 0;
  }

  private Result stored(
      Resource resource, Json.Obj before, Json.Obj after, Options.Deletion options) {
    if (options.isDryRun() || after.equals(before)) {
      return new Result(after, false);
    }
    return new Result(cluster.store().put(resource, after), false);
  }

  private Result gone(Resource resource, Json.Obj object, Options.Deletion options) {
    return new Result(options.isDryRun() ? object : cluster.store().remove(resource, object), true);
  }
}
