package dev.ordinal.web.live;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts changes, so that viewers can wait for the next one.
final class Ticks {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long latest = 1;

  void tick() {
    lock.lock();
    try {
      latest++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  long latest() {
    lock.lock();
    try {
      return latest;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until there is a newer one than `seen`, for some time at most.
  void await(long seen, Duration atMost) throws InterruptedException {
    var left = atMost.toNanos();
    lock.lock();
    try {
      while (latest <= seen && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
