package dev.ordinal.run;

import java.time.Duration;
import java.time.InstantSource;

/// A clock that may run faster or slower than the wall clock, which a thread has to know before it
/// sleeps.
public interface VariableSpeedClock extends InstantSource {
  /// The wall time in which this clock advances by `time`.
  Duration wallTime(Duration time);
}
