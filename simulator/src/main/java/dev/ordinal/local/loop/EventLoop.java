package dev.ordinal.local.loop;

import dev.ordinal.sim.virtual.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the model in real time. The model has no threads: requests and its own events take turns
/// under one lock.
public final class EventLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  private final Timeline time;
  private final ScaledClock pace;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition asked = lock.newCondition();
  private final Thread thread = Thread.ofVirtual().name("event-loop").unstarted(this::beat);

  public EventLoop(Timeline time, ScaledClock pace) {
    this.time = time;
    this.pace = pace;
  }

  public void start() {
    thread.start();
  }

  /// Reads or changes the model at the current time.
  public <T> T ask(Function<Instant, T> question) {
    lock.lock();
    try {
      catchUp();
      return question.apply(time.now());
    } finally {
      // The request may have made an event due earlier.
      asked.signal();
      lock.unlock();
    }
  }

  public ScaledClock pace() {
    return pace;
  }

  private void beat() {
    lock.lock();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        catchUp();
        var next = time.next();
        if (next.isEmpty()) {
          asked.await();
        } else {
          var nap = pace.wallTime(Duration.between(pace.instant(), next.get()));
          asked.await(Math.max(nap.toNanos(), 0), TimeUnit.NANOSECONDS);
        }
      }
    } catch (InterruptedException _) {
      // Closed.
    } finally {
      lock.unlock();
    }
  }

  private void catchUp() {
    var now = pace.instant();
    // The timeline's clock stands still between events; this moves it to now.
    time.at(now, () -> {});
    var isBehind = true;
    while (isBehind) {
      try {
        isBehind = time.step(now);
      } catch (RuntimeException e) {
        // A bug in one event must not stop the others.
        LOG.error("an event of the simulated cluster failed", e);
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
