package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// All objects, one version counter, and the recent changes of each resource.
public final class ObjectStore {
  /// More changes than a watch can have missed, unless it was disconnected for long.
  private static final int REMEMBERED = 100_000;

  private final Map<String, Table> tables = new HashMap<>();
  private final List<Consumer<Change>> listeners = new ArrayList<>();
  private long version;

  /// Changes before this version are not kept.
  private long beginning;

  /// The objects of one resource by namespace and name, and its changes in order. Changes up to
  /// `floor` are compacted.
  private static final class Table {
    private final TreeMap<String, Json.Obj> objects = new TreeMap<>();
    private List<Change> changes = new ArrayList<>();
    private long floor;
    private long last;

    Table(long floor) {
      this.floor = floor;
    }
  }

  /// Whether a watch from this version has missed compacted changes.
  boolean hasChanges(Resource resource, long seen) {
    var table = table(resource);
    return table.last > seen || table.floor > seen;
  }

  /// The version of the newest change.
  public long version() {
    return version;
  }

  /// Calls `listener` on each change, in order.
  void listen(Consumer<Change> listener) {
    listeners.add(listener);
  }

  static String key(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  static String key(Json.Obj object) {
    var metadata = object.object("metadata");
    return key(metadata.text("namespace"), metadata.text("name"));
  }

  Optional<Json.Obj> find(Resource resource, String namespace, String name) {
    return Optional.ofNullable(table(resource).objects.get(key(namespace, name)));
  }

  /// In the order of their keys; of all namespaces if none is given.
  SortedMap<String, Json.Obj> objects(Resource resource, String namespace) {
    return within(table(resource).objects, namespace);
  }

  private static SortedMap<String, Json.Obj> within(
      SortedMap<String, Json.Obj> objects, String namespace) {
    // '0' follows '/'.
    return namespace.isEmpty() ? objects : objects.subMap(namespace + "/", namespace + "0");
  }

  /// The objects at an earlier version, if its changes are still kept.
  Optional<SortedMap<String, Json.Obj>> objectsAt(
      Resource resource, String namespace, long earlier) {
    var table = table(resource);
    if (earlier < table.floor) {
      return Optional.empty();
    }
    var objects = new TreeMap<>(table.objects);
    for (var i = table.changes.size() - 1; i >= 0; i--) {
      var change = table.changes.get(i);
      if (change.version() <= earlier) {
        break;
      }
      change
          .before()
          .ifPresentOrElse(
              before -> objects.put(change.key(), before), () -> objects.remove(change.key()));
    }
    return Optional.of(within(objects, namespace));
  }

  Json.Obj put(Resource resource, Json.Obj object) {
    var stamped = stamped(object);
    var table = table(resource);
    var before = Optional.ofNullable(table.objects.put(key(stamped), stamped));
    var type = before.isEmpty() ? Change.Type.ADDED : Change.Type.MODIFIED;
    tell(table, new Change(resource, version, type, stamped, before));
    return stamped;
  }

  Json.Obj remove(Resource resource, Json.Obj object) {
    var stamped = stamped(object);
    var table = table(resource);
    var before = Optional.ofNullable(table.objects.remove(key(object)));
    tell(table, new Change(resource, version, Change.Type.DELETED, stamped, before));
    return stamped;
  }

  /// Loads objects that were saved, unchanged. Earlier changes are lost.
  public void restore(Resource resource, List<Json.Obj> kept, long at) {
    var table = table(resource);
    kept.forEach(object -> table.objects.put(key(object), object));
    version = Math.max(version, at);
    beginning = version;
    tables.values().forEach(each -> each.floor = beginning);
  }

  /// As after a restore from a backup: all objects are as they were at an earlier version, which
  /// becomes the newest. Listeners receive the state of each object; older watches are invalid.
  /// A version whose changes are compacted cannot be restored.
  public void goBack(long earlier) {
    var reported = new ArrayList<Change>();
    var least = tables.values().stream().mapToLong(table -> table.floor).max().orElse(0);
    var target = Math.min(version, Math.max(least, earlier));
    tables.values().forEach(table -> reported.addAll(undo(table, target)));
    version = target;
    reported.forEach(change -> listeners.forEach(listener -> listener.accept(change)));
  }

  private static List<Change> undo(Table table, long target) {
    var touched = new TreeMap<String, Change>();
    while (!table.changes.isEmpty() && table.changes.getLast().version() > target) {
      var change = table.changes.removeLast();
      touched.put(change.key(), change);
    }
    table.last = table.changes.isEmpty() ? 0 : table.changes.getLast().version();
    var reported = new ArrayList<Change>();
    touched.forEach(
        (key, first) -> {
          var now = Optional.ofNullable(table.objects.remove(key));
          first.before().ifPresent(before -> table.objects.put(key, before));
          reported.addAll(difference(first.resource(), target, now, first.before()));
        });
    return reported;
  }

  /// An object with the same name and another uid or version counts as deleted and created.
  private static List<Change> difference(
      Resource resource, long version, Optional<Json.Obj> now, Optional<Json.Obj> then) {
    var reported = new ArrayList<Change>();
    var isSame = now.isPresent() && then.isPresent() && isSame(now.get(), then.get());
    if (now.isPresent() && !isSame) {
      reported.add(new Change(resource, version, Change.Type.DELETED, now.get(), now));
    }
    then.ifPresent(
        object ->
            reported.add(
                isSame
                    ? new Change(resource, version, Change.Type.MODIFIED, object, now)
                    : new Change(resource, version, Change.Type.ADDED, object, Optional.empty())));
    return reported;
  }

  private static boolean isSame(Json.Obj one, Json.Obj other) {
    return one.object("metadata").text("uid").equals(other.object("metadata").text("uid"))
        && one.object("spec").text("nodeName").equals(other.object("spec").text("nodeName"));
  }

  /// Reports all objects of a resource to all listeners as new.
  public void announce(Resource resource) {
    for (var object : List.copyOf(table(resource).objects.values())) {
      var reported = new Change(resource, version, Change.Type.ADDED, object, Optional.empty());
      listeners.forEach(listener -> listener.accept(reported));
    }
  }

  /// All objects of a resource as stored.
  public List<Json.Obj> all(Resource resource) {
    return List.copyOf(table(resource).objects.values());
  }

  private Json.Obj stamped(Json.Obj object) {
    version++;
    var metadata = object.object("metadata");
    return object.with(
        "metadata", metadata.with("resourceVersion", Json.of(Long.toString(version))));
  }

  private void tell(Table table, Change change) {
    table.changes.add(change);
    table.last = change.version();
    if (table.changes.size() > REMEMBERED) {
      forget(table, table.changes.get(REMEMBERED / 2).version());
    }
    listeners.forEach(listener -> listener.accept(change));
  }

  /// Drops changes up to a version, as etcd's compaction does: older watches have to list again.
  public void compact(long upTo) {
    tables.values().forEach(table -> forget(table, Math.min(upTo, version)));
  }

  private static void forget(Table table, long upTo) {
    if (upTo > table.floor) {
      var kept = table.changes.stream().filter(change -> change.version() > upTo).toList();
      table.changes = new ArrayList<>(kept);
      table.floor = upTo;
    }
  }

  long floor(Resource resource) {
    return table(resource).floor;
  }

  /// Changes after a version, oldest first.
  List<Change> since(Resource resource, long after) {
    var changes = table(resource).changes;
    var low = 0;
    var high = changes.size();
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (changes.get(middle).version() > after) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return changes.subList(low, changes.size());
  }

  private Table table(Resource resource) {
    return tables.computeIfAbsent(resource.storage(), _ -> new Table(beginning));
  }
}
