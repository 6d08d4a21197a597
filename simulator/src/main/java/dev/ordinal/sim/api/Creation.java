package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.strategy.MetaCheck;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.reply.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Creates objects.
final class Creation {
  /// Fields of metadata that only the server sets.
  private static final List<String> OWN =
      List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds");

  private final ServerState cluster;

  Creation(ServerState cluster) {
    this.cluster = cluster;
  }

  /// Stores an object that has been decoded, and returns it as stored.
  Json.Obj create(Request request, Json.Obj read, Instant now) {
    var target = request.target();
    var named = named(request, read, now);
    var name = named.object("metadata").text("name");
    var version = named.object("metadata").text("resourceVersion");
    cluster.requireNamespace(target, name);
    var prepared = target.resource().strategy().prepareCreate(named, cluster.at(now));
    check(request, prepared);
    cluster.admit(request, prepared);
    if (!version.isEmpty()) {
      throw Refusal.internal("resourceVersion should not be set on objects to be created");
    }
    var taken = cluster.store().find(target.resource(), target.namespace(), name);
    if (taken.isPresent()) {
      var isTerminating = taken.get().object("metadata").find("deletionTimestamp").isPresent();
      throw Refusal.alreadyExists(target.resource().subject(name), isTerminating);
    }
    return request.isDryRun() ? prepared : cluster.store().put(target.resource(), prepared);
  }

  private Json.Obj named(Request request, Json.Obj read, Instant now) {
    var target = request.target();
    var metadata = new TreeMap<>(read.object("metadata").members());
    requireNamespace(target, read.object("metadata").text("namespace"));
    OWN.forEach(metadata::remove);
    metadata.remove("managedFields");
    metadata.remove("selfLink");
    metadata.put("uid", Json.of(cluster.ids().uid()));
    metadata.put("creationTimestamp", ServerState.time(now));
    if (target.resource().isNamespaced()) {
      metadata.put("namespace", Json.of(target.namespace()));
    }
    if (!metadata.containsKey("name")
        && metadata.get("generateName") instanceof Json.Str(var start)) {
      metadata.put("name", Json.of(start + cluster.ids().suffix()));
    }
    return read.with("metadata", new Json.Obj(metadata));
  }

  static void requireNamespace(Request.Target target, String namespace) {
    if (!namespace.isEmpty()
        && target.resource().isNamespaced()
        && !namespace.equals(target.namespace())) {
      throw Refusal.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
  }

  private static void check(Request request, Json.Obj object) {
    var resource = request.target().resource();
    var metadata = object.object("metadata");
    var faults = new ArrayList<Fault>(MetaCheck.of(metadata, resource.strategy().names()));
    faults.addAll(resource.strategy().checkCreate(object));
    if (!faults.isEmpty()) {
      throw Refusal.invalid(resource.kindSubject(metadata.text("name")), faults);
    }
  }
}
