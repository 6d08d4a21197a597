package dev.ordinal.kube.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The delay after failures in a row.
final class Backoff {
  /// No API server restarts in less time than so many delays take.
  private static final int OUTAGE = 2;

  /// No API server restarts in less time.
  private static final Duration RESTART = Duration.ofMillis(500);

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private int failures;
  private Optional<Instant> lostAt = Optional.empty();

  Backoff(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
  }

  /// Whether requests have failed for so long that the store may have been replaced meanwhile.
  boolean isLong() {
    return failures >= OUTAGE;
  }

  Duration atMost(Duration pause) {
    return longest.compareTo(pause) < 0 ? longest : pause;
  }

  void reset() {
    failures = 0;
  }

  /// Doubles with each failure up to the maximum, minus up to a half at random, so that the
  /// reflectors of many controllers do not retry at the same moment.
  Duration next() {
    var doubled = first.multipliedBy(1L << Math.min(failures, 16));
    var full = doubled.compareTo(longest) < 0 ? doubled : longest;
    failures++;
    return Duration.ofMillis(
        full.toMillis() - (long) (full.toMillis() / 2.0 * random.nextDouble()));
  }

  /// Contact is lost: a stream broke off, or a request failed.
  void lost(Instant now) {
    lostAt = lostAt.or(() -> Optional.of(now));
  }

  /// Whether there was no contact for so long that the server may have been restarted with another
  /// store. Requests may hang meanwhile instead of failing, so that only the time tells.
  boolean isAway(Instant now) {
    return lostAt.filter(at -> !at.plus(RESTART).isAfter(now)).isPresent();
  }

  void responded() {
    lostAt = Optional.empty();
  }
}
