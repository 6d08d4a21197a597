package dev.ordinal.rig;

import dev.ordinal.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// Works on objects: one visit at a time for each, a bounded number in all, and again when a visit
/// asks for it. `M` is what is remembered of an object between visits.
final class KeyedWorker<M> implements AutoCloseable {
  private static final int IN_FLIGHT = 16;
  private static final Duration RETRY = Duration.ofMillis(500);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
  private final Map<String, Seat<M>> seats = new ConcurrentHashMap<>();
  private final M fresh;
  private final Function<Seat<M>, Optional<Instant>> turn;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /// `turn` answers when it wants to be called again.
  KeyedWorker(M fresh, Function<Seat<M>, Optional<Instant>> turn) {
    this.fresh = fresh;
    this.turn = turn;
  }

  /// One object in its newest known version.
  static final class Seat<M> {
    private final AtomicBoolean isQueued = new AtomicBoolean();
    private Json.Obj object;
    M memory;

    Seat(Json.Obj object, M memory) {
      this.object = object;
      this.memory = memory;
    }

    synchronized Json.Obj object() {
      return object;
    }

    /// An answer to a write is often newer than what the watch has told so far.
    synchronized void offer(Json.Obj candidate) {
      if (version(candidate) > version(object)) {
        object = candidate;
      }
    }

    private static long version(Json.Obj object) {
      return Long.parseLong(object.object("metadata").text("resourceVersion"));
    }
  }

  void seen(Json.Obj object) {
    var seat = seats.computeIfAbsent(Mirror.uid(object), _ -> new Seat<>(object, fresh));
    seat.offer(object);
    call(seat);
  }

  void gone(Json.Obj object) {
    seats.remove(Mirror.uid(object));
  }

  void callAll() {
    seats.values().forEach(this::call);
  }

  private void call(Seat<M> seat) {
    if (!isClosed.get() && !seat.isQueued.getAndSet(true)) {
      threads.execute(() -> attend(seat));
    }
  }

  private void attend(Seat<M> seat) {
    inFlight.acquireUninterruptibly();
    try {
      // The seat's own monitor guards the object; visits queue up on their flag.
      seat.isQueued.set(false);
      synchronized (seat.isQueued) {
        turn.apply(seat).ifPresent(at -> callAt(seat, at));
      }
    } catch (RuntimeException e) {
      if (!isClosed.get()) {
        System.err.println("fake kubelet: " + e + "; trying again");
        callAt(seat, Instant.now().plus(RETRY));
      }
    } finally {
      inFlight.release();
    }
  }

  private void callAt(Seat<M> seat, Instant at) {
    if (!isClosed.get()) {
      var wait = Math.max(0, Duration.between(Instant.now(), at).toNanos());
      var _ = clock.schedule(() -> call(seat), wait, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    isClosed.set(true);
    clock.shutdownNow();
    threads.shutdownNow();
  }
}
