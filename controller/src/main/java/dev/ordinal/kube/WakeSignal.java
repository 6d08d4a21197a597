package dev.ordinal.kube;

import dev.ordinal.run.VariableSpeedClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Lets one thread sleep until it is woken, or until a point in time.
final class WakeSignal {
  private static final Duration MAX_SLEEP = Duration.ofSeconds(30);
  private final Semaphore permits = new Semaphore(0);

  void wake() {
    if (permits.availablePermits() == 0) {
      permits.release();
    }
  }

  /// A wake-up while no thread sleeps ends the next sleep at once.
  void sleep(Optional<Instant> until, InstantSource clock) throws InterruptedException {
    var sleep =
        until
            .map(due -> Duration.between(clock.instant(), due))
            .map(left -> clock instanceof VariableSpeedClock speed ? speed.wallTime(left) : left)
            .orElse(MAX_SLEEP);
    var millis = Math.clamp(sleep.toMillis() + 1, 0, MAX_SLEEP.toMillis());
    if (permits.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      permits.drainPermits();
    }
  }
}
