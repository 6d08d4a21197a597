package dev.ordinal.cli.option;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes a command that shows what changes.
public final class Refresh {
  private final Semaphore permits = new Semaphore(0);

  /// Something has changed.
  public void signal() {
    if (permits.availablePermits() == 0) {
      permits.release();
    }
  }

  /// Waits for a change, and no longer than this. False when the command was interrupted.
  public boolean await(Duration limit) {
    try {
      if (permits.tryAcquire(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS)) {
        permits.drainPermits();
      }
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
