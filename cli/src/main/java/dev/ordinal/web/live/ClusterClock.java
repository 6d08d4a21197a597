package dev.ordinal.web.live;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The clock of the cluster. That of a simulated cluster may be faster than ours, so that it is
/// asked for from time to time; that of a real one is taken to be ours.
public final class ClusterClock implements InstantSource, AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Supplier<Json.Obj> offer;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Known known = new Known(Instant.EPOCH, Instant.EPOCH, 1);

  private record Known(Instant cluster, Instant ours, double speed) {}

  private ClusterClock(Supplier<Json.Obj> offer) {
    this.offer = offer;
  }

  /// Asks the cluster for its time, once now, and from time to time if it tells it.
  ///
  /// @param offer what a simulated cluster says of itself, with its time and speed; empty for a
  ///     real one
  public static ClusterClock of(Supplier<Json.Obj> offer) {
    var clock = new ClusterClock(offer);
    if (clock.look()) {
      Thread.ofVirtual().name("cluster-clock").start(clock::follow);
    }
    return clock;
  }

  private void follow() {
    try {
      while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// False if the cluster does not tell its time.
  private boolean look() {
    var before = Instant.now();
    var told = offer.get();
    var time = time(told.text("now"));
    if (time.isEmpty()) {
      return false;
    }
    var ours = before.plus(Duration.between(before, Instant.now()).dividedBy(2));
    known = new Known(time.get(), ours, Double.parseDouble(told.text("speed")));
    return true;
  }

  private static Optional<Instant> time(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  @Override
  public Instant instant() {
    var last = known;
    var passed = Duration.between(last.ours(), Instant.now());
    return last.speed() == 1
        ? last.cluster().plus(passed)
        : last.cluster().plusNanos((long) (passed.toNanos() * last.speed()));
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
