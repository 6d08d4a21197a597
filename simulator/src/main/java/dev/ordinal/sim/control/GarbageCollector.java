package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.kind.Resource;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Deletes objects whose owners are gone, and lets owners wait for their dependents or orphan them.
/// Like the real one it identifies owners by uid alone.
public final class GarbageCollector {
  private static final String FOREGROUND = "foregroundDeletion";
  private static final String ORPHAN = "orphan";

  private final ApiServer server;
  private final SortedMap<String, Node> nodes = new TreeMap<>();
  private final SortedMap<String, TreeSet<String>> dependents = new TreeMap<>();
  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private final TreeSet<String> queued = new TreeSet<>();

  /// An existing object.
  private record Node(Resource resource, Json.Obj object) {
    Json.Obj metadata() {
      return object.object("metadata");
    }

    boolean isTerminating() {
      return metadata().find("deletionTimestamp").isPresent();
    }

    boolean has(String finalizer) {
      return metadata().items("finalizers").contains(Json.of(finalizer));
    }

    List<Json.Obj> owners() {
      return metadata().items("ownerReferences").stream().map(Json.Obj.class::cast).toList();
    }

    boolean isOwnedBy(String uid, boolean onlyBlocking) {
      return owners().stream()
          .anyMatch(
              owner ->
                  owner.text("uid").equals(uid)
                      && (!onlyBlocking
                          || owner
                              .find("blockOwnerDeletion")
                              .filter(Json.of(true)::equals)
                              .isPresent()));
    }

    Request.Target target() {
      return new Request.Target(
          resource, metadata().text("namespace"), metadata().text("name"), "");
    }
  }

  public GarbageCollector(ApiServer server) {
    this.server = server;
    server.listen(this::note);
  }

  private void note(Change change) {
    var uid = change.object().object("metadata").text("uid");
    var node = new Node(change.resource(), change.object());
    var before = nodes.get(uid);
    unlink(uid, before);
    if (change.type() == Change.Type.DELETED) {
      nodes.remove(uid);
      dependents.getOrDefault(uid, new TreeSet<>()).forEach(this::enqueue);
      node.owners().forEach(owner -> enqueue(owner.text("uid")));
      return;
    }
    nodes.put(uid, node);
    for (var owner : node.owners()) {
      dependents.computeIfAbsent(owner.text("uid"), _ -> new TreeSet<>()).add(uid);
      var known = nodes.get(owner.text("uid"));
      if (known == null || known.isTerminating()) {
        enqueue(uid);
      }
    }
    if (node.isTerminating() && (node.has(FOREGROUND) || node.has(ORPHAN))) {
      enqueue(uid);
    }
    // An owner may have waited for this one.
    if (before != null && before.owners().size() > node.owners().size()) {
      before.owners().forEach(owner -> enqueue(owner.text("uid")));
    }
  }

  private void unlink(String uid, @org.jspecify.annotations.Nullable Node node) {
    if (node != null) {
      for (var owner : node.owners()) {
        var linked = dependents.get(owner.text("uid"));
        if (linked != null && linked.remove(uid) && linked.isEmpty()) {
          dependents.remove(owner.text("uid"));
        }
      }
    }
  }

  private void enqueue(String uid) {
    if (queued.add(uid)) {
      queue.add(uid);
    }
  }

  /// Handles one object. Returns false when none is due.
  public boolean step(Instant now) {
    var uid = queue.poll();
    if (uid == null) {
      return false;
    }
    queued.remove(uid);
    var node = nodes.get(uid);
    if (node != null) {
      turn(uid, node, now);
    }
    return true;
  }

  private void turn(String uid, Node node, Instant now) {
    if (node.isTerminating() && node.has(ORPHAN)) {
      orphan(uid, node, now);
    } else if (node.isTerminating() && node.has(FOREGROUND)) {
      await(uid, node, now);
    } else if (!node.isTerminating() && !node.owners().isEmpty()) {
      collect(uid, node, now);
    }
  }

  private void orphan(String uid, Node node, Instant now) {
    for (var each : List.copyOf(dependents.getOrDefault(uid, new TreeSet<>()))) {
      var dependent = nodes.get(each);
      if (dependent != null) {
        dropOwners(dependent, List.of(uid), now);
      }
    }
    dropFinalizer(node, ORPHAN, now);
  }

  private void await(String uid, Node node, Instant now) {
    var blocking =
        dependents.getOrDefault(uid, new TreeSet<>()).stream()
            .filter(
                each ->
                    Optional.ofNullable(nodes.get(each))
                        .filter(one -> one.isOwnedBy(uid, true))
                        .isPresent())
            .toList();
    if (blocking.isEmpty()) {
      dropFinalizer(node, FOREGROUND, now);
    } else {
      blocking.stream()
          .filter(
              each -> Optional.ofNullable(nodes.get(each)).filter(Node::isTerminating).isEmpty())
          .forEach(this::enqueue);
    }
  }

  private void collect(String uid, Node node, Instant now) {
    var lost = new ArrayList<String>();
    var waiting = new ArrayList<String>();
    var hasSolid = false;
    for (var reference : node.owners()) {
      var owner = nodes.get(reference.text("uid"));
      if (owner == null) {
        lost.add(reference.text("uid"));
      } else if (owner.isTerminating()
          && owner.has(FOREGROUND)
          && node.isOwnedBy(reference.text("uid"), true)) {
        waiting.add(reference.text("uid"));
      } else {
        hasSolid = true;
      }
    }
    if (hasSolid) {
      lost.addAll(waiting);
      if (!lost.isEmpty()) {
        dropOwners(node, lost, now);
      }
      return;
    }
    var hasDependents = dependents.containsKey(uid);
    var policy = !waiting.isEmpty() && hasDependents ? "Foreground" : "Background";
    var options =
        Json.of("propagationPolicy", Json.of(node.has(ORPHAN) ? "Orphan" : policy))
            .with("preconditions", Json.of("uid", Json.of(uid)));
    server.handle(Request.delete(node.target(), options), now);
  }

  private void dropOwners(Node node, List<String> uids, Instant now) {
    var kept = node.owners().stream().filter(owner -> !uids.contains(owner.text("uid"))).toList();
    patch(node, "ownerReferences", kept, now);
  }

  private void dropFinalizer(Node node, String finalizer, Instant now) {
    var kept =
        node.metadata().items("finalizers").stream()
            .filter(each -> !each.equals(Json.of(finalizer)))
            .toList();
    patch(node, "finalizers", kept, now);
  }

  private void patch(Node node, String field, List<? extends Json> items, Instant now) {
    var metadata =
        Json.of(field, items.isEmpty() ? new Json.Null() : Json.of(items))
            .with("resourceVersion", Json.of(node.metadata().text("resourceVersion")))
            .with("uid", Json.of(node.metadata().text("uid")));
    server.handle(
        Request.patch(node.target(), Request.Form.MERGE_PATCH, Json.of("metadata", metadata)), now);
  }
}
