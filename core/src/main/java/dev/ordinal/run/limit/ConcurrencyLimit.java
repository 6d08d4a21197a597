package dev.ordinal.run.limit;

import java.time.Duration;
import java.time.Instant;

/// Limits the requests that are under way at once, in all or in one lane. The limit grows by one
/// with each round that succeeds, and is halved when the API server is overloaded or slow: no fixed
/// rate fits both a laptop and a large cluster.
public final class ConcurrencyLimit {
  private static final double MOST = 64;
  private static final double LEAST = 2;

  /// For requests that are slow but succeed: a slow lane need not be overloaded, and with fewer
  /// requests it would be slower than the native controller, which serves five sets at a time.
  private static final double LEAST_IF_SLOW = 8;

  static final Duration SLOW = Duration.ofSeconds(2);
  private static final Duration ONE_ROUND = Duration.ofSeconds(1);

  private double limit = 16;
  private Instant reducedAt = Instant.MIN;

  public int limit() {
    return (int) limit;
  }

  /// Takes the end of a request. Requests that were under way together reduce the limit once, not
  /// each.
  public void completed(boolean isAccepted, Duration took, Instant now) {
    if (isAccepted && (took.compareTo(SLOW) < 0 || limit < LEAST_IF_SLOW)) {
      limit = Math.min(MOST, limit + 1 / limit);
    } else if (now.minus(ONE_ROUND).isAfter(reducedAt)) {
      limit = Math.max(isAccepted ? LEAST_IF_SLOW : LEAST, limit / 2);
      reducedAt = now;
    }
  }
}
