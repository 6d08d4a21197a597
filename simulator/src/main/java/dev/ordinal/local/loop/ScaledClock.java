package dev.ordinal.local.loop;

import dev.ordinal.run.VariableSpeedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The cluster's clock: the machine's clock times a factor, which may change while it runs.
public final class ScaledClock implements VariableSpeedClock {
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile Stretch stretch;

  /// A time of one speed: from this moment of the cluster, which was that moment of the machine.
  private record Stretch(Instant origin, Instant realOrigin, double speed) {
    Instant at(Instant real) {
      var passed = Duration.between(realOrigin, real);
      return speed == 1.0
          ? origin.plus(passed)
          : origin.plusNanos((long) (passed.toNanos() * speed));
    }
  }

  public ScaledClock(Instant origin, Instant realOrigin, double speed) {
    this.stretch = new Stretch(origin, realOrigin, speed);
  }

  /// Starts at `earliest` if the machine's clock is behind it, as after a run that was faster.
  public static ScaledClock from(Instant earliest, double speed) {
    var real = Instant.now();
    return new ScaledClock(real.isBefore(earliest) ? earliest : real, real, speed);
  }

  public double speed() {
    return stretch.speed();
  }

  /// Goes on at another speed, without a leap.
  public void setSpeed(double speed) {
    var real = Instant.now();
    stretch = new Stretch(stretch.at(real), real, speed);
    listeners.forEach(Runnable::run);
  }

  /// A thread that sleeps by this clock has to be woken when the speed changes.
  public void whenChanged(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public Instant instant() {
    return stretch.at(Instant.now());
  }

  @Override
  public Duration wallTime(Duration simulated) {
    var speed = stretch.speed();
    return speed == 1.0 ? simulated : Duration.ofNanos((long) (simulated.toNanos() / speed));
  }
}
