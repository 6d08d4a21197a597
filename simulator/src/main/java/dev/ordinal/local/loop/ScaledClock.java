package dev.ordinal.local.loop;

import dev.ordinal.run.Tempo;
import java.time.Duration;
import java.time.Instant;

/// The cluster's clock: the machine's clock times a factor.
public record ScaledClock(Instant origin, Instant realOrigin, double speed) implements Tempo {
  /// Starts at `earliest` if the machine's clock is behind it, as after a run that was faster.
  public static ScaledClock from(Instant earliest, double speed) {
    var real = Instant.now();
    return new ScaledClock(real.isBefore(earliest) ? earliest : real, real, speed);
  }

  @Override
  public Instant instant() {
    var passed = Duration.between(realOrigin, Instant.now());
    return speed == 1.0 ? origin.plus(passed) : origin.plusNanos((long) (passed.toNanos() * speed));
  }

  @Override
  public Duration real(Duration simulated) {
    return speed == 1.0 ? simulated : Duration.ofNanos((long) (simulated.toNanos() / speed));
  }
}
