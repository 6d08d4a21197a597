package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A watch that is polled. It ends with an error when its version has been compacted.
public final class Watch {
  private static final String INITIAL_END = "k8s.io/initial-events-end";

  private final ObjectStore store;
  private final Request.Target target;
  private final Selection selection;
  private final List<Event> first = new ArrayList<>();
  private long seen;
  private boolean isOver;

  /// One line of a watch.
  public record Event(String type, Json.Obj object) {
    public Json.Obj line() {
      return Json.of("type", Json.of(type)).with("object", object);
    }
  }

  Watch(ObjectStore store, Request request) {
    this.store = store;
    this.target = request.target();
    this.selection = Selection.of(target.resource(), request.query());
    var version = request.query().text("resourceVersion");
    var isInitial = request.query().isTrue("sendInitialEvents");
    if (isInitial || version.isEmpty() || version.equals("0")) {
      seen = store.version();
      store.objects(target.resource(), target.namespace()).values().stream()
          .filter(selection::accepts)
          .forEach(object -> first.add(event("ADDED", object)));
      if (isInitial && request.query().isTrue("allowWatchBookmarks")) {
        first.add(bookmark(true));
      }
    } else {
      seen = number(version);
    }
  }

  static long number(String version) {
    try {
      return Long.parseUnsignedLong(version);
    } catch (NumberFormatException _) {
      throw Refusal.internal(
          "resourceVersion: Invalid value: \"%1$s\": strconv.ParseUint: parsing \"%1$s\": invalid syntax"
              .formatted(version));
    }
  }

  /// Whether the watch has ended.
  public boolean isOver() {
    return isOver;
  }

  /// The events since the last call.
  public List<Event> poll() {
    if (isOver || (first.isEmpty() && !store.hasChanges(target.resource(), seen))) {
      return List.of();
    }
    var events = new ArrayList<>(first);
    first.clear();
    var floor = store.floor(target.resource());
    if (seen < floor) {
      isOver = true;
      events.add(new Event("ERROR", tooOld(seen, floor)));
      return events;
    }
    for (var change : store.since(target.resource(), seen)) {
      translated(change).ifPresent(events::add);
      seen = change.version();
    }
    return events;
  }

  /// A bookmark at the watch's position, after all events so far have been polled.
  public Event bookmark() {
    seen = Math.max(seen, store.version());
    return bookmark(false);
  }

  private Event bookmark(boolean isInitialEnd) {
    var names = target.resource().names();
    var metadata = Json.of("resourceVersion", Json.of(Long.toString(seen)));
    var marked =
        isInitialEnd
            ? metadata.with("annotations", Json.of(INITIAL_END, Json.of("true")))
            : metadata;
    return new Event(
        "BOOKMARK",
        Json.of("kind", Json.of(names.kind()))
            .with("apiVersion", Json.of(names.apiVersion()))
            .with("metadata", marked));
  }

  private static Json.Obj tooOld(long wanted, long floor) {
    return Refusal.expired("too old resource version: " + wanted + " (" + floor + ")").status();
  }

  /// An object that starts to match is added, one that no longer matches is deleted.
  private Optional<Event> translated(Change change) {
    var namespace = change.object().object("metadata").text("namespace");
    if (!target.namespace().isEmpty() && !target.namespace().equals(namespace)) {
      return Optional.empty();
    }
    var was = change.before().filter(selection::accepts);
    var is = change.type() != Change.Type.DELETED && selection.accepts(change.object());
    if (is) {
      return Optional.of(event(was.isPresent() ? "MODIFIED" : "ADDED", change.object()));
    }
    return was.map(
        before ->
            event(
                "DELETED",
                change.type() == Change.Type.DELETED
                    ? change.object()
                    : stamped(before, change.version())));
  }

  private static Json.Obj stamped(Json.Obj object, long version) {
    var metadata = object.object("metadata");
    return object.with(
        "metadata", metadata.with("resourceVersion", Json.of(Long.toString(version))));
  }

  private Event event(String type, Json.Obj object) {
    Resource resource = target.resource();
    return new Event(type, Rendering.of(resource, object));
  }
}
