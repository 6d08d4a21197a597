package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Lists one kind and then watches it, again and again, until its thread is interrupted.
public final class ListWatcher implements Runnable {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Api api;
  private final String path;
  private final Listener listener;
  private final Map<String, Json.Obj> known = new HashMap<>();

  /// Receives every version of every object, perhaps more than once.
  public record Listener(Consumer<Json.Obj> seen, Consumer<Json.Obj> gone) {}

  public ListWatcher(Api api, String path, Listener listener) {
    this.api = api;
    this.path = path;
    this.listener = listener;
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        watch(list());
      } catch (IOException | UncheckedIOException | IllegalStateException e) {
        // The next list repairs it; at the end of a run the interrupt ends the loop.
        LockSupport.parkNanos(PAUSE.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String list() {
    var list = Api.required(api.fetch(path), path);
    var missing = new HashMap<>(known);
    for (var item : list.items("items")) {
      var object = (Json.Obj) item;
      missing.remove(uid(object));
      seen(object);
    }
    missing.values().forEach(this::gone);
    return list.object("metadata").text("resourceVersion");
  }

  private void watch(String version) throws IOException, InterruptedException {
    var request = path + "?watch=true&allowWatchBookmarks=true&resourceVersion=" + version;
    try (var lines = api.lines(request)) {
      lines.map(JsonSource::readObject).takeWhile(this::isTold).forEach(_ -> {});
    }
  }

  /// An `ERROR` ends the watch: the version was too old, or the server is stopping.
  private boolean isTold(Json.Obj event) {
    switch (event.text("type")) {
      case "ADDED", "MODIFIED" -> seen(event.object("object"));
      case "DELETED" -> gone(event.object("object"));
      case "ERROR" -> {
        return false;
      }
      default -> {}
    }
    return true;
  }

  private void seen(Json.Obj object) {
    known.put(uid(object), object);
    listener.seen().accept(object);
  }

  private void gone(Json.Obj object) {
    known.remove(uid(object));
    listener.gone().accept(object);
  }

  static String uid(Json.Obj object) {
    return object.object("metadata").text("uid");
  }
}
