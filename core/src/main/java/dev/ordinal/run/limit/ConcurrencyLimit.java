package dev.ordinal.run.limit;

import java.time.Duration;
import java.time.Instant;

/// How many requests may be under way at once, in all or in one lane. One more for each round that
/// goes well, half as many when the API server asks for less or grows slow: no fixed rate fits both
/// a laptop and a large cluster.
public final class ConcurrencyLimit {
  private static final double MOST = 64;
  private static final double LEAST = 2;

  /// Of requests that are slow but go well: what takes long need not be overloaded, and with fewer
  /// under way it takes longer than with the native controller, which serves five sets at a time.
  private static final double LEAST_IF_SLOW = 8;

  static final Duration SLOW = Duration.ofSeconds(2);
  private static final Duration ONE_ROUND = Duration.ofSeconds(1);

  private double limit = 16;
  private Instant pressedAt = Instant.MIN;

  public int limit() {
    return (int) limit;
  }

  /// Takes the end of a request. Those that were under way together press once, not each.
  public void ended(boolean isWelcome, Duration took, Instant now) {
    if (isWelcome && (took.compareTo(SLOW) < 0 || limit < LEAST_IF_SLOW)) {
      limit = Math.min(MOST, limit + 1 / limit);
    } else if (now.minus(ONE_ROUND).isAfter(pressedAt)) {
      limit = Math.max(isWelcome ? LEAST_IF_SLOW : LEAST, limit / 2);
      pressedAt = now;
    }
  }
}
