package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
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

/// Works on objects: one turn at a time for each, a bounded number in all, and again at the time
/// that a turn returns. `M` is the memory of an object between turns.
final class KeyedWorker<M> implements AutoCloseable {
  private static final int IN_FLIGHT = 16;
  private static final Duration RETRY = Duration.ofMillis(500);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
  private final Map<String, Entry<M>> entries = new ConcurrentHashMap<>();
  private final M fresh;
  private final Function<Entry<M>, Optional<Instant>> turn;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /// `turn` returns when it has to be called again.
  KeyedWorker(M fresh, Function<Entry<M>, Optional<Instant>> turn) {
    this.fresh = fresh;
    this.turn = turn;
  }

  /// One object in its newest known version.
  static final class Entry<M> {
    private final AtomicBoolean isQueued = new AtomicBoolean();
    private Json.Obj object;
    M memory;

    Entry(Json.Obj object, M memory) {
      this.object = object;
      this.memory = memory;
    }

    synchronized Json.Obj object() {
      return object;
    }

    /// The reply to a write is often newer than the last watch event.
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
    var entry = entries.computeIfAbsent(ListWatcher.uid(object), _ -> new Entry<>(object, fresh));
    entry.offer(object);
    call(entry);
  }

  void gone(Json.Obj object) {
    entries.remove(ListWatcher.uid(object));
  }

  void callAll() {
    entries.values().forEach(this::call);
  }

  private void call(Entry<M> entry) {
    if (!isClosed.get() && !entry.isQueued.getAndSet(true)) {
      threads.execute(() -> work(entry));
    }
  }

  private void work(Entry<M> entry) {
    inFlight.acquireUninterruptibly();
    try {
      // The entry's own monitor guards the object; turns queue on their flag.
      entry.isQueued.set(false);
      synchronized (entry.isQueued) {
        turn.apply(entry).ifPresent(at -> callAt(entry, at));
      }
    } catch (RuntimeException e) {
      if (!isClosed.get()) {
        System.err.println("fake kubelet: " + e + "; trying again");
        callAt(entry, Instant.now().plus(RETRY));
      }
    } finally {
      inFlight.release();
    }
  }

  private void callAt(Entry<M> entry, Instant at) {
    if (!isClosed.get()) {
      var wait = Math.max(0, Duration.between(Instant.now(), at).toNanos());
      var _ = clock.schedule(() -> call(entry), wait, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    isClosed.set(true);
    clock.shutdownNow();
    threads.shutdownNow();
  }
}
