package dev.ordinal.rig;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for other processes, which cannot be asked to call back. Only the rig may do so.
public final class Await {
  private static final Duration STEP = Duration.ofMillis(50);

  private Await() {}

  /// Returns as soon as the condition holds; fails with the description when it never does.
  public static void until(String description, Duration limit, BooleanSupplier condition) {
    var deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited " + limit.toSeconds() + " s for: " + description);
      }
      LockSupport.parkNanos(STEP.toNanos());
      if (Thread.interrupted()) {
        throw new IllegalStateException("interrupted while waiting for: " + description);
      }
    }
  }
}
