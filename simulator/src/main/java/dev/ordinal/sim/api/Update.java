package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.kind.strategy.MetaCheck;
import dev.ordinal.sim.kind.strategy.Strategy;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.shape.Same;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Changes existing objects, by update or patch.
final class Update {
  private final ServerState cluster;

  Update(ServerState cluster) {
    this.cluster = cluster;
  }

  /// Stores the result of changing `old` to `next`, which is decoded, and returns it as stored.
  Json.Obj update(Request request, Json.Obj old, Json.Obj next, Instant now) {
    var target = request.target();
    var resource = target.resource();
    requireName(target, next);
    requireVersion(resource, old, next);
    var framed = new Strategy.Change(target.part(), old, framed(next, old));
    var prepared = resource.strategy().prepareUpdate(framed);
    var change = new Strategy.Change(target.part(), old, prepared);
    check(resource, change);
    resource.strategy().admit(change, cluster.at(now));
    cluster.admit(request, prepared);
    if (isOver(prepared, old)) {
      if (!request.isDryRun()) {
        // Watches show the object as last stored, the reply as requested.
        cluster.store().remove(resource, old);
      }
      return prepared;
    }
    if (Same.tree(prepared, old) || prepared.equals(old)) {
      return old;
    }
    return request.isDryRun() ? prepared : cluster.store().put(resource, prepared);
  }

  private static void requireName(Request.Target target, Json.Obj next) {
    var name = next.object("metadata").text("name");
    if (!name.equals(target.name())) {
      throw Refusal.badRequest(
          name.isEmpty()
              ? "name must be provided"
              : "the name of the object (%s) does not match the name on the URL (%s)"
                  .formatted(name, target.name()));
    }
    Creation.requireNamespace(target, next.object("metadata").text("namespace"));
  }

  private static void requireVersion(Resource resource, Json.Obj old, Json.Obj next) {
    var name = old.object("metadata").text("name");
    var seen = next.object("metadata").text("resourceVersion");
    if (seen.isEmpty() || seen.equals("0")) {
      if (!resource.traits().mayUpdateBlindly()) {
        var fault =
            Fault.invalid(
                "metadata.resourceVersion", Json.of(0), "must be specified for an update");
        throw Refusal.invalid(resource.subject(name), List.of(fault));
      }
    } else if (!seen.equals(old.object("metadata").text("resourceVersion"))) {
      throw Refusal.outdated(resource.subject(name));
    }
  }

  /// An update with another uid was meant for another object of this name.
  static void requireUid(Resource resource, Json.Obj old, Json.Obj sent) {
    var uid = sent.object("metadata").text("uid");
    var metadata = old.object("metadata");
    if (!uid.isEmpty() && !uid.equals(metadata.text("uid"))) {
      var group = resource.names().group();
      var path =
          group.isEmpty() || !group.contains(".")
              ? resource.names().plural()
              : group + "/" + resource.names().plural();
      throw Refusal.conflict(
          resource.subject(metadata.text("name")),
          ("StorageError: invalid object, Code: 4, Key: /registry/%s/%s, ResourceVersion: 0,"
                  + " AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object"
                  + " meta: %s")
              .formatted(path, ObjectStore.key(old), uid, metadata.text("uid")));
    }
  }

  /// Fields that an update cannot change keep their old values.
  private static Json.Obj framed(Json.Obj next, Json.Obj old) {
    var metadata = next.object("metadata");
    var before = old.object("metadata");
    if (Same.tree(metadata, before)) {
      return next;
    }
    var kept = new TreeMap<>(metadata.members());
    kept.remove("managedFields");
    for (var field :
        List.of(
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "resourceVersion",
            "namespace")) {
      copy(kept, before, field);
    }
    if (!kept.containsKey("uid")) {
      copy(kept, before, "uid");
    }
    var framed = new Json.Obj(kept);
    return next.with("metadata", framed.equals(before) ? before : framed);
  }

  private static void copy(Map<String, Json> metadata, Json.Obj from, String field) {
    var value = from.members().get(field);
    if (value == null) {
      metadata.remove(field);
    } else {
      metadata.put(field, value);
    }
  }

  private static void check(Resource resource, Strategy.Change change) {
    var metadata = change.next().object("metadata");
    var before = change.old().object("metadata");
    var faults = new ArrayList<Fault>();
    if (!Same.tree(metadata, before)) {
      faults.addAll(MetaCheck.of(metadata, resource.strategy().names()));
      faults.addAll(MetaCheck.update(metadata, before));
    }
    faults.addAll(resource.strategy().checkUpdate(change));
    if (!faults.isEmpty()) {
      var distinct = List.copyOf(new LinkedHashSet<>(faults));
      throw Refusal.invalid(resource.kindSubject(before.text("name")), distinct);
    }
  }

  /// The last finalizer of a terminating object has been removed.
  private static boolean isOver(Json.Obj next, Json.Obj old) {
    var before = old.object("metadata");
    return before.find("deletionTimestamp").isPresent()
        && next.object("metadata").items("finalizers").isEmpty()
        && next.object("spec").items("finalizers").isEmpty()
        && before.find("deletionGracePeriodSeconds").orElse(Json.of(0)).equals(Json.of(0));
  }
}
