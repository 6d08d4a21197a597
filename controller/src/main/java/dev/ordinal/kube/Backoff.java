package dev.ordinal.kube;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to pause after failures in a row.
final class Backoff {
  /// No API server starts again in less time than so many pauses take.
  private static final int OUTAGE = 2;

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private int failures;

  Backoff(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
  }

  /// Whether there was so long nothing but failures that the store may be another one by now.
  boolean isLong() {
    return failures >= OUTAGE;
  }

  Duration atMost(Duration pause) {
    return longest.compareTo(pause) < 0 ? longest : pause;
  }

  void reset() {
    failures = 0;
  }

  /// Doubles with each failure up to the longest, minus up to a half by chance, so that the readers
  /// of many controllers do not come back in step.
  Duration next() {
    var doubled = first.multipliedBy(1L << Math.min(failures, 16));
    var full = doubled.compareTo(longest) < 0 ? doubled : longest;
    failures++;
    return Duration.ofMillis(
        full.toMillis() - (long) (full.toMillis() / 2.0 * random.nextDouble()));
  }
}
