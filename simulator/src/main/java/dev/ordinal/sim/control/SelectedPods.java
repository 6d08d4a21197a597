package dev.ordinal.sim.control;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import dev.ordinal.sim.api.Change;
import dev.ordinal.sim.api.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Objects that select pods, each with the pods of its namespace that it selects now.
final class SelectedPods {
  private final ApiServer server;
  private final SortedMap<String, SortedMap<String, Selector>> namespaces = new TreeMap<>();

  /// The selecting objects, their pods, and the newest version of those.
  record Selector(Json.Obj owner, Predicate<Json.Obj> rule, SortedMap<String, Json.Obj> pods) {}

  SelectedPods(ApiServer server) {
    this.server = server;
  }

  /// Adds a new or changed object that selects pods.
  void put(Json.Obj owner, Predicate<Json.Obj> rule) {
    var metadata = owner.object("metadata");
    var all = server.target("v1", "pods", metadata.text("namespace"), "");
    var pods = new TreeMap<String, Json.Obj>();
    // A list is of the current version, so the time does not matter.
    var list = server.handle(Request.list(all, Request.Query.NONE), Instant.EPOCH).body();
    for (var item : list.items("items")) {
      if (rule.test((Json.Obj) item)) {
        pods.put(((Json.Obj) item).object("metadata").text("name"), (Json.Obj) item);
      }
    }
    namespaces
        .computeIfAbsent(metadata.text("namespace"), _ -> new TreeMap<>())
        .put(metadata.text("name"), new Selector(owner, rule, pods));
  }

  void remove(Json.Obj owner) {
    var metadata = owner.object("metadata");
    var all = namespaces.get(metadata.text("namespace"));
    if (all != null) {
      all.remove(metadata.text("name"));
    }
  }

  Optional<Selector> find(String namespace, String name) {
    return Optional.ofNullable(namespaces.get(namespace)).map(all -> all.get(name));
  }

  /// The objects that select the pod, or did so until now.
  List<Selector> note(Change change) {
    var pod = change.object();
    var metadata = pod.object("metadata");
    var all = namespaces.get(metadata.text("namespace"));
    if (all == null || all.isEmpty()) {
      return List.of();
    }
    var name = metadata.text("name");
    var concerned = new ArrayList<Selector>();
    for (var choice : all.values()) {
      var isIn = change.type() != Change.Type.DELETED && choice.rule.test(pod);
      var before = isIn ? choice.pods.put(name, pod) : choice.pods.remove(name);
      if ((isIn || before != null) && !isSame(isIn, pod, before)) {
        concerned.add(choice);
      }
    }
    return concerned;
  }

  /// Whether the change does not affect endpoints or budgets.
  private static boolean isSame(boolean isIn, Json.Obj pod, Json.@Nullable Obj before) {
    return isIn && before != null && facts(pod).equals(facts(before));
  }

  private static List<Object> facts(Json.Obj pod) {
    var metadata = pod.object("metadata");
    var status = pod.object("status");
    return List.of(
        metadata.text("uid"),
        metadata.text("deletionTimestamp"),
        status.text("phase"),
        status.text("podIP"),
        isReady(pod));
  }

  static boolean isReady(Json.Obj pod) {
    for (var condition : pod.object("status").items("conditions")) {
      var each = (Json.Obj) condition;
      if (each.text("type").equals("Ready")) {
        return each.text("status").equals("True");
      }
    }
    return false;
  }
}
