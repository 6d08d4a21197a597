package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Target;
import dev.ordinal.sim.kind.Registry;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.reply.Reply;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Answers requests, one at a time.
public final class ApiServer {
  private final ServerState cluster;
  private final Creation creation;
  private final Update update;
  private final Deletion deletion;
  private final PodSubresources podParts;
  private final Patching patching = new Patching();

  public ApiServer(Registry registry, RandomGenerator generator) {
    this.cluster = new ServerState(registry, new IdGenerator(generator));
    this.creation = new Creation(cluster);
    this.update = new Update(cluster);
    this.deletion = new Deletion(cluster);
    this.podParts = new PodSubresources(cluster, deletion);
    cluster
        .store()
        .listen(
            change -> {
              if (change.type() == Change.Type.DELETED) {
                patching.forget(change.object());
              }
            });
  }

  public ObjectStore store() {
    return cluster.store();
  }

  public Registry registry() {
    return cluster.registry();
  }

  /// Calls `listener` on each change, in order and at once.
  public void listen(Consumer<Change> listener) {
    cluster.store().listen(listener);
  }

  /// Adds an admission check for all writes from now on.
  public void add(Admission admission) {
    cluster.add(admission);
  }

  /// The fields that each manager applied: state that no object shows.
  public Json.Obj applied() {
    return patching.memory();
  }

  public void recallApplied(Json.Obj memory) {
    patching.findings(memory);
  }

  /// The target of a request: `target("v1", "pods", "default", "web-0")`.
  public Target target(String apiVersion, String plural, String namespace, String name) {
    return new Target(cluster.registry().require(apiVersion, plural), namespace, name, "");
  }

  /// Whether the resource exists: a custom one may not be installed.
  public boolean knows(String apiVersion, String plural) {
    return cluster.registry().find(apiVersion, plural).isPresent();
  }

  public Watch watch(Request request) {
    return new Watch(cluster.store(), request);
  }

  public Reply handle(Request request, Instant now) {
    try {
      return answer(request, now);
    } catch (Refusal e) {
      return e.reply();
    }
  }

  private Reply answer(Request request, Instant now) {
    requirePart(request);
    requireReached(request);
    return switch (request.verb()) {
      case GET -> Reply.ok(shown(request, found(request.target())));
      case LIST -> Reply.ok(new Listing(cluster.store()).list(request));
      case CREATE -> create(request, now);
      case UPDATE -> put(request, now);
      case PATCH -> patch(request, now);
      case DELETE -> delete(request, now);
      case DELETE_ALL -> deleteAll(request, now);
    };
  }

  private static void requirePart(Request request) {
    var target = request.target();
    if (target.part().isEmpty()) {
      return;
    }
    if (!target.resource().traits().parts().contains(target.part())) {
      throw Refusal.unknownResource();
    }
    if (request.verb() == Request.Verb.DELETE) {
      throw Refusal.unsupportedVerb("delete", target.resource().subject(""));
    }
  }

  /// A future version comes from another cluster, or from this one before a restore.
  private void requireReached(Request request) {
    var version = request.query().text("resourceVersion");
    if (!version.isEmpty()
        && Long.compareUnsigned(Watch.number(version), cluster.store().version()) > 0) {
      throw Refusal.ofTheFuture(version, cluster.store().version());
    }
  }

  private Json.Obj found(Target target) {
    return cluster
        .store()
        .find(target.resource(), target.namespace(), target.name())
        .orElseThrow(() -> Refusal.notFound(target.resource().subject(target.name())));
  }

  private static Json.Obj shown(Request request, Json.Obj object) {
    var resource = request.target().resource();
    return request.target().part().equals("scale")
        ? ScaleSubresource.of(resource, object)
        : Rendering.of(resource, object);
  }

  private Reply create(Request request, Instant now) {
    switch (request.target().part()) {
      case "binding" -> {
        return podParts.bind(request, found(request.target()), now);
      }
      case "eviction" -> {
        return podParts.evict(request, found(request.target()), now);
      }
      default -> Options.check("CreateOptions", request.query());
    }
    var reading = new BodyDecoder();
    var read =
        reading.object(request.target().resource(), request.body().object(), request.query());
    var stored = creation.create(request, read, now);
    return new Reply(201, shown(request, stored), reading.warnings());
  }

  private Reply put(Request request, Instant now) {
    Options.check("UpdateOptions", request.query());
    var resource = request.target().resource();
    var sent = request.body().object();
    if (request.target().part().equals("scale")) {
      var old = found(request.target());
      return changed(request, old, ScaleSubresource.scaled(resource, old, sent), now);
    }
    var reading = new BodyDecoder();
    var read = reading.object(resource, sent, request.query());
    var old = cluster.store().find(resource, request.target().namespace(), request.target().name());
    if (old.isEmpty() && resource.traits().mayCreateByUpdate()) {
      return Reply.created(creation.create(request, read, now));
    }
    var known = old.orElseThrow(() -> Refusal.notFound(resource.subject(request.target().name())));
    if (read.object("metadata").text("name").equals(request.target().name())) {
      Update.requireUid(resource, known, read);
    }
    var stored = update.update(request, known, read, now);
    return new Reply(200, shown(request, stored), reading.warnings());
  }

  private Reply patch(Request request, Instant now) {
    Options.check("PatchOptions", request.query());
    var target = request.target();
    var isApply = request.body().form() == Request.Form.APPLY;
    var old = cluster.store().find(target.resource(), target.namespace(), target.name());
    if (old.isEmpty() && isApply) {
      Options.requireManager(request.query());
      var reading = new BodyDecoder();
      var read = reading.object(target.resource(), request.body().object(), request.query());
      var stored = creation.create(request, read, now);
      patching.remember(request, stored);
      return new Reply(201, shown(request, stored), reading.warnings());
    }
    var known = old.orElseThrow(() -> Refusal.notFound(target.resource().subject(target.name())));
    if (target.part().equals("scale")) {
      var scale = patching.patched(request, shown(request, known));
      return changed(request, known, ScaleSubresource.scaled(target.resource(), known, scale), now);
    }
    var reply = changed(request, known, patching.patched(request, shown(request, known)), now);
    patching.remember(request, reply.body());
    return reply;
  }

  private Reply changed(Request request, Json.Obj old, Json.Obj next, Instant now) {
    var resource = request.target().resource();
    var reading = new BodyDecoder();
    var read = reading.patched(resource, next, Rendering.of(resource, old), request.query());
    var stored = update.update(request, old, inStoredVersion(read, old), now);
    return new Reply(200, shown(request, stored), reading.warnings());
  }

  private static Json.Obj inStoredVersion(Json.Obj next, Json.Obj old) {
    var version = old.text("apiVersion");
    return next.text("apiVersion").equals(version)
        ? next
        : next.with("apiVersion", Json.of(version));
  }

  private Reply delete(Request request, Instant now) {
    Options.check("DeleteOptions", request.query());
    var resource = request.target().resource();
    var rest = deletion.delete(request, found(request.target()), now);
    return Reply.ok(
        rest.isGone() && !resource.traits().returnsDeleted()
            ? deletionReply(resource, rest.object())
            : shown(request, rest.object()));
  }

  private static Json.Obj deletionReply(Resource resource, Json.Obj object) {
    var metadata = object.object("metadata");
    var details =
        Json.of("name", Json.of(metadata.text("name")))
            .with("kind", Json.of(resource.names().plural()))
            .with("uid", Json.of(metadata.text("uid")));
    var group = resource.names().group();
    return Json.of("kind", Json.of("Status"))
        .with("apiVersion", Json.of("v1"))
        .with("metadata", Json.EMPTY)
        .with("status", Json.of("Success"))
        .with("details", group.isEmpty() ? details : details.with("group", Json.of(group)));
  }

  /// The list at an earlier version.
  private Reply deleteAll(Request request, Instant now) {
    var target = request.target();
    var list = new Listing(cluster.store()).list(request);
    for (var item : list.items("items")) {
      var metadata = ((Json.Obj) item).object("metadata");
      var one =
          new Target(target.resource(), metadata.text("namespace"), metadata.text("name"), "");
      cluster
          .store()
          .find(one.resource(), one.namespace(), one.name())
          .ifPresent(object -> deletion.delete(withTarget(request, one), object, now));
    }
    return new Reply(200, list, List.of());
  }

  private static Request withTarget(Request request, Target target) {
    return new Request(Request.Verb.DELETE, target, request.query(), request.body());
  }
}
