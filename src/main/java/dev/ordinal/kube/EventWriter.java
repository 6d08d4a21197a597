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
import dev.ordinal.run.EventLimit;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Posts events, one after the other and behind everything else: they inform, and may be lost.
final class EventWriter implements AutoCloseable {
  private static final int LONGEST_QUEUE = 1000;

  private final Api api;
  private final InstantSource clock;
  private final EventLimit limit = new EventLimit();
  private final BlockingQueue<Request> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
  private final AtomicLong serial = new AtomicLong();
  private final Thread thread;

  EventWriter(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("events").start(this::run);
  }

  synchronized void announce(View view, Announcement announcement) {
    var now = clock.instant();
    if (limit.mayAnnounce(key(view), now)) {
      // A full queue means that the server is slow: it needs fewer requests, not more.
      var _ = queue.offer(request(view, announcement, now));
    }
  }

  synchronized void forget(Key key) {
    limit.forget(key);
  }

  private Request request(View view, Announcement announcement, Instant now) {
    var namespace = view.meta().namespace();
    var time = Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString());
    var name =
        "%s.%x%x".formatted(view.name(), now.toEpochMilli(), serial.incrementAndGet() & 0xffff);
    var about =
        Json.of("apiVersion", Json.of(Names.API_VERSION))
            .with("kind", Json.of(isJob(view) ? Names.JOB_KIND : Names.KIND))
            .with("name", Json.of(view.name()))
            .with("namespace", Json.of(namespace))
            .with("uid", Json.of(view.uid()))
            .with("resourceVersion", Json.of(Long.toString(view.meta().version())));
    var body =
        Json.of("apiVersion", Json.of("v1"))
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
    return Request.post("/api/v1/namespaces/" + namespace + "/events", JsonText.write(body));
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
        api.send(queue.take());
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
