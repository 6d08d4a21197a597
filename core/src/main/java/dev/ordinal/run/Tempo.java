package dev.ordinal.run;

import java.time.Duration;
import java.time.InstantSource;

/// A clock that does not go like the one on the wall: whoever waits by it has to ask how long.
public interface Tempo extends InstantSource {
  /// How long a time of this clock takes on the wall.
  Duration real(Duration time);
}
