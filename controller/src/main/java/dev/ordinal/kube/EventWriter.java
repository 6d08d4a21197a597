package dev.ordinal.kube;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Request;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.run.EventText;
import dev.ordinal.run.limit.EventLimit;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Posts events, one after the other and with the lowest priority: they only inform, and may be
/// lost. A repeated event increases the count of the existing one.
final class EventWriter implements AutoCloseable {
  private static final int MAX_QUEUE = 1000;

  /// The latest events, whose counts can be increased.
  private static final int MAX_REMEMBERED = 4096;

  private static final int NOT_FOUND = 404;

  private final Api api;
  private final InstantSource clock;
  private final EventLimit limit = new EventLimit();
  private final BlockingQueue<PendingEvent> queue = new ArrayBlockingQueue<>(MAX_QUEUE);
  private final Map<PendingEvent.EventKey, PostedEvent> posted = new LinkedHashMap<>();
  private final AtomicLong serial = new AtomicLong();
  private final Thread thread;

  EventWriter(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("events").start(this::run);
  }

  /// An event to be posted, and when it happened.
  private record PendingEvent(View view, EventText text, Instant at) {
    /// Two occurrences with an equal key are one event.
    record EventKey(String uid, EventText text) {}

    EventKey key() {
      return new EventKey(view.uid(), text);
    }
  }

  /// An event on the server, and how often it has happened.
  private record PostedEvent(String path, int count) {}

  synchronized void post(View view, EventText text) {
    var now = clock.instant();
    if (limit.tryAcquire(key(view), now)) {
      // A full queue means that the server is slow: it needs fewer requests, not more.
      var _ = queue.offer(new PendingEvent(view, text, now));
    }
  }

  synchronized void forget(Key key) {
    limit.forget(key);
  }

  /// Increases the count of an equal event, which may have expired on the server.
  private void write(PendingEvent pending) throws Unreachable {
    var before = posted.remove(pending.key());
    if (before != null) {
      var count = before.count() + 1;
      var again = Json.of("count", Json.of(count)).with("lastTimestamp", time(pending.at()));
      var reply = api.send(Request.strategicPatch(before.path(), JsonText.write(again)));
      if (reply.code() != NOT_FOUND) {
        remember(pending, new PostedEvent(before.path(), count));
        return;
      }
    }
    var all = "/api/v1/namespaces/" + pending.view().meta().namespace() + "/events";
    var name =
        "%s.%x%x"
            .formatted(
                pending.view().name(),
                pending.at().toEpochMilli(),
                serial.incrementAndGet() & 0xffff);
    if (api.send(Request.post(all, JsonText.write(body(pending, name)))).isSuccess()) {
      remember(pending, new PostedEvent(all + "/" + name, 1));
    }
  }

  private void remember(PendingEvent pending, PostedEvent event) {
    posted.put(pending.key(), event);
    if (posted.size() > MAX_REMEMBERED) {
      posted.remove(posted.keySet().iterator().next());
    }
  }

  private static Json time(Instant at) {
    return Json.of(at.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static Json.Obj body(PendingEvent pending, String name) {
    var view = pending.view();
    var text = pending.text();
    var time = time(pending.at());
    var about =
        Json.of("apiVersion", Json.of(Names.API_VERSION))
            .with("kind", Json.of(isJob(view) ? Names.JOB_KIND : Names.KIND))
            .with("name", Json.of(view.name()))
            .with("namespace", Json.of(view.meta().namespace()))
            .with("uid", Json.of(view.uid()))
            .with("resourceVersion", Json.of(Long.toString(view.meta().version())));
    return Json.of("apiVersion", Json.of("v1"))
        .with("kind", Json.of("Event"))
        .with("metadata", Json.of("name", Json.of(name)))
        .with("involvedObject", about)
        .with("reason", Json.of(text.reason()))
        .with("message", Json.of(text.message()))
        .with("type", Json.of(text.isWarning() ? "Warning" : "Normal"))
        .with("count", Json.of(1))
        .with("firstTimestamp", time)
        .with("lastTimestamp", time)
        .with("source", Json.of("component", Json.of("ordinal")));
  }

  private static Key key(View view) {
    var meta = view.meta();
    return isJob(view)
        ? new Key.Job(meta.namespace(), meta.name())
        : new SetKey(meta.namespace(), meta.name());
  }

  private static boolean isJob(View view) {
    return view instanceof JobView;
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        write(queue.take());
      } catch (Unreachable _) {
        // The event is lost; the status has the same message.
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
