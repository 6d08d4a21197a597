package dev.ordinal.kube;

import dev.ordinal.run.Tempo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Lets one thread sleep until there is something to do, or until it is time.
final class WakeSignal {
  private static final Duration LONGEST_NAP = Duration.ofSeconds(30);
  private final Semaphore rung = new Semaphore(0);

  void ring() {
    if (rung.availablePermits() == 0) {
      rung.release();
    }
  }

  /// A ring while nobody sleeps is kept for the next sleeper.
  void sleep(Optional<Instant> until, InstantSource clock) throws InterruptedException {
    var nap =
        until
            .map(due -> Duration.between(clock.instant(), due))
            .map(left -> clock instanceof Tempo tempo ? tempo.real(left) : left)
            .orElse(LONGEST_NAP);
    var millis = Math.clamp(nap.toMillis() + 1, 0, LONGEST_NAP.toMillis());
    if (rung.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      rung.drainPermits();
    }
  }
}
