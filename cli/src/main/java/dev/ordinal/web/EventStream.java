package dev.ordinal.web;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.local.http.HttpReply;
import dev.ordinal.model.json.Json;
import dev.ordinal.web.live.LiveCluster;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Server-sent events for one viewer: everything first, and then what differs. Changes that come
/// faster than they can be shown, or faster than the viewer reads, are sent as one.
final class EventStream implements HttpReply.Source {
  private static final Duration PACE = Duration.ofMillis(120);
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final LiveCluster live;
  private final Content content;
  private final Runnable ended;
  private final CountDownLatch closed = new CountDownLatch(1);
  private long seen;
  private long lastSent = System.nanoTime();

  /// What is sent: the name and the data of the next event, if there is anything new.
  @FunctionalInterface
  interface Content {
    Optional<Message> next();
  }

  record Message(String event, Json data) {}

  /// @param ended runs once, when the viewer has gone
  EventStream(LiveCluster live, Content content, Runnable ended) {
    this.live = live;
    this.content = content;
    this.ended = ended;
  }

  @Override
  public Optional<byte[]> next() throws InterruptedException {
    while (closed.getCount() > 0) {
      var latest = live.latest();
      var message = content.next();
      seen = latest;
      if (message.isPresent()) {
        lastSent = System.nanoTime();
        return Optional.of(bytes(message.get()));
      }
      if (System.nanoTime() - lastSent > BEAT.toNanos()) {
        lastSent = System.nanoTime();
        return Optional.of(":\n\n".getBytes(StandardCharsets.UTF_8));
      }
      // Between two events of one viewer others have their turn.
      if (!closed.await(PACE.toMillis(), TimeUnit.MILLISECONDS)) {
        live.awaitChange(seen, LOOK);
      }
    }
    return Optional.empty();
  }

  /// JSON has no line breaks outside strings, and writes those in strings as `\n`.
  private static byte[] bytes(Message message) {
    var out = new ByteArrayOutputStream();
    out.writeBytes("event: %s\ndata: ".formatted(message.event()).getBytes(StandardCharsets.UTF_8));
    out.writeBytes(JsonBytes.write(message.data()));
    out.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  @Override
  public void close() {
    synchronized (closed) {
      if (closed.getCount() == 0) {
        return;
      }
      closed.countDown();
    }
    ended.run();
    live.nudge();
  }
}
