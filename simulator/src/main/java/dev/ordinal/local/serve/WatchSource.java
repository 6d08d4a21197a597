package dev.ordinal.local.serve;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.local.loop.EventLoop;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Watch;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A watch as a stream of lines. It sleeps until its resource changes, a bookmark is due, or its
/// time-out ends.
final class WatchSource implements HttpReply.Source {
  private static final Duration BETWEEN_BOOKMARKS = Duration.ofMinutes(1);

  private final EventLoop loop;
  private final Watch watch;
  private final WatchOptions options;
  private final Runnable onClose;
  private final Semaphore signal = new Semaphore(0);
  private final long end;
  private long bookmark = System.nanoTime() + BETWEEN_BOOKMARKS.toNanos();
  private boolean isFirst = true;
  private volatile boolean isClosed;
  private volatile boolean isEnding;

  /// The options of a watch: time-out, bookmarks, and form.
  record WatchOptions(Duration length, boolean hasBookmarks, Form form) {}

  /// The form of an object in the watch.
  @FunctionalInterface
  interface Form {
    Json.Obj of(Watch.Event event, boolean isFirst, Instant now);
  }

  WatchSource(EventLoop loop, Watch watch, WatchOptions options, Runnable onClose) {
    this.loop = loop;
    this.watch = watch;
    this.options = options;
    this.onClose = onClose;
    this.end = System.nanoTime() + options.length().toNanos();
  }

  void ring() {
    if (signal.availablePermits() == 0) {
      signal.release();
    }
  }

  /// Ends the watch after the events until now.
  void end() {
    isEnding = true;
    ring();
  }

  /// The lines to send now, and their time.
  private record Batch(List<Watch.Event> events, boolean isOver, Instant now) {}

  @Override
  public Optional<byte[]> next() throws InterruptedException {
    while (!isClosed) {
      var now = System.nanoTime();
      var isMarked = options.hasBookmarks() && (now >= bookmark || now >= end);
      var isLast = isEnding;
      var news = loop.ask(moment -> news(isMarked, moment));
      if (isMarked) {
        bookmark = now + BETWEEN_BOOKMARKS.toNanos();
      }
      isClosed |= news.isOver() || isLast || now >= end;
      if (!news.events().isEmpty()) {
        return Optional.of(lines(news));
      }
      if (!isClosed) {
        var due = options.hasBookmarks() ? Math.min(end, bookmark) : end;
        if (signal.tryAcquire(Math.max(due - now, 0), TimeUnit.NANOSECONDS)) {
          signal.drainPermits();
        }
      }
    }
    return Optional.empty();
  }

  private Batch news(boolean isMarked, Instant now) {
    var events = new java.util.ArrayList<>(watch.poll());
    if (isMarked && !watch.isOver()) {
      events.add(watch.bookmark());
    }
    return new Batch(events, watch.isOver(), now);
  }

  private byte[] lines(Batch news) {
    var bytes = new ByteArrayOutputStream();
    for (var event : news.events()) {
      var object = options.form().of(event, isFirst, news.now());
      isFirst = false;
      bytes.writeBytes(JsonBytes.write(new Watch.Event(event.type(), object).line()));
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    isClosed = true;
    onClose.run();
    signal.release();
  }
}
