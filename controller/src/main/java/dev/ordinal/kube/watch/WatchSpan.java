package dev.ordinal.kube.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long one watch lasted, and whether it worked.
final class WatchSpan {
  /// Shorter than the usual limits for idle connections, such as 60 s of a load balancer.
  static final Duration MAX = Duration.ofSeconds(50);

  /// A watch that lasted this long has worked, however it ended: load balancers cut idle ones.
  private static final Duration GOOD = Duration.ofSeconds(5);

  /// A server that stops ends its watches early.
  private static final Duration SHORT = Duration.ofSeconds(39);

  private Optional<Instant> openedAt = Optional.empty();
  private boolean hasSeen;

  void opened(Instant now) {
    openedAt = Optional.of(now);
  }

  /// An event has arrived.
  void saw() {
    hasSeen = true;
  }

  /// It was open, and no event arrived.
  boolean wasSilent() {
    return openedAt.isPresent() && !hasSeen;
  }

  boolean wasShort(Instant now) {
    return !hasLasted(SHORT, now);
  }

  boolean isGood(Instant now) {
    return hasSeen || hasLasted(GOOD, now);
  }

  private boolean hasLasted(Duration time, Instant now) {
    return openedAt.filter(at -> !at.plus(time).isAfter(now)).isPresent();
  }
}
