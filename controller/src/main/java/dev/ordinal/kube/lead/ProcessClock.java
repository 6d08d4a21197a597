package dev.ordinal.kube.lead;

import dev.ordinal.run.lead.LeaderElection.Moment;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// The two clocks of this process.
final class ProcessClock implements Supplier<Moment> {
  private final long start = System.nanoTime();
  private final InstantSource wall = InstantSource.system();

  @Override
  public Moment get() {
    return new Moment(Duration.ofNanos(System.nanoTime() - start), wall.instant());
  }
}
