package dev.ordinal.kube;

import dev.ordinal.kube.Api.Request;
import dev.ordinal.kube.Api.Unreachable;
import dev.ordinal.model.JobView;
import dev.ordinal.model.Json;
import dev.ordinal.model.JsonText;
import dev.ordinal.model.Key;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.View;
import dev.ordinal.run.Announcement;
import dev.ordinal.run.limit.EventLimit;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Posts events, one after the other and behind everything else: they inform, and may be lost. One
/// that repeats itself is counted in the event that is there.
final class EventWriter implements AutoCloseable {
  private static final int LONGEST_QUEUE = 1000;

  /// So many events are remembered to be counted on, the latest ones.
  private static final int MOST_REMEMBERED = 4096;

  private static final int NOT_FOUND = 404;

  private final Api api;
  private final InstantSource clock;
  private final EventLimit limit = new EventLimit();
  private final BlockingQueue<Told> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final Map<Told.Sameness, Posted> posted = new LinkedHashMap<>();
  private final AtomicLong serial = new AtomicLong();
  private final Thread thread;

  EventWriter(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("events").start(this::run);
  }

  /// Something to be told, and when it happened.
  private record Told(View view, Announcement announcement, Instant at) {
    /// What makes two of them one event.
    record Sameness(String uid, Announcement announcement) {}

    Sameness sameness() {
      return new Sameness(view.uid(), announcement);
    }
  }

  /// An event that the server has, and how often it has happened.
  private record Posted(String path, int count) {}

  synchronized void announce(View view, Announcement announcement) {
    var now = clock.instant();
    if (limit.mayAnnounce(key(view), now)) {
      // A full queue means that the server is slow: it needs fewer requests, not more.
      var _ = queue.offer(new Told(view, announcement, now));
    }
  }

  synchronized void forget(Key key) {
    limit.forget(key);
  }

  /// Counts on where the same was told before; the server may have forgotten it since.
  private void write(Told told) throws Unreachable {
    var before = posted.remove(told.sameness());
    if (before != null) {
      var count = before.count() + 1;
      var again = Json.of("count", Json.of(count)).with("lastTimestamp", time(told.at()));
      var reply = api.send(Request.strategicPatch(before.path(), JsonText.write(again)));
      if (reply.code() != NOT_FOUND) {
        remember(told, new Posted(before.path(), count));
        return;
      }
    }
    var all = "/api/v1/namespaces/" + told.view().meta().namespace() + "/events";
    var name =
        "%s.%x%x"
            .formatted(
                told.view().name(), told.at().toEpochMilli(), serial.incrementAndGet() & 0xffff);
    if (api.send(Request.post(all, JsonText.write(body(told, name)))).isSuccess()) {
      remember(told, new Posted(all + "/" + name, 1));
    }
  }

  private void remember(Told told, Posted event) {
    posted.put(told.sameness(), event);
    if (posted.size() > MOST_REMEMBERED) {
      posted.remove(posted.keySet().iterator().next());
    }
  }

  private static Json time(Instant at) {
    return Json.of(at.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private static Json.Obj body(Told told, String name) {
    var view = told.view();
    var announcement = told.announcement();
    var time = time(told.at());
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
        .with("reason", Json.of(announcement.reason()))
        .with("message", Json.of(announcement.message()))
        .with("type", Json.of(announcement.isWarning() ? "Warning" : "Normal"))
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
        // Lost, like the server; what it told stands in the status too.
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
