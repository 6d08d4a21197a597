package dev.ordinal.run;

import dev.ordinal.model.View;
import dev.ordinal.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a status is worth a write: what people and scripts wait for at once, counters that
/// are still moving at most once a second.
final class StatusPace {
  static final Duration QUIET = Duration.ofSeconds(1);

  private Optional<Instant> lastWrite = Optional.empty();

  /// When to write the plan's status; empty when it says what is already known.
  Optional<Instant> due(View.Report seen, Plan<?> plan, Instant now) {
    if (plan.status().equals(seen)) {
      return Optional.empty();
    }
    var quietSince = lastWrite.map(last -> last.plus(QUIET)).orElse(now);
    var isUrgent = plan.isAtRest() || !seen.headline().equals(plan.status().headline());
    return Optional.of(isUrgent || !quietSince.isAfter(now) ? now : quietSince);
  }

  void wrote(Instant now) {
    lastWrite = Optional.of(now);
  }
}
