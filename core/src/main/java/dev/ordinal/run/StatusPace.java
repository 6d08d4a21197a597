package dev.ordinal.run;

import dev.ordinal.model.common.Report;
import dev.ordinal.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a status is worth a write: what people and scripts wait for at once, counters that
/// are still moving at most once a second. Who has said urgent things all the time has no more of
/// them for a while: another controller may be saying the opposite.
final class StatusPace {
  static final Duration QUIET = Duration.ofSeconds(1);

  /// So many writes may be made ahead of their time, each paid back in a second.
  private static final Duration CREDIT = QUIET.multipliedBy(10);

  private Optional<Instant> lastWrite = Optional.empty();
  private Instant paidUntil = Instant.EPOCH;

  /// When to write the plan's status; empty when it says what is already known.
  Optional<Instant> due(Report seen, Plan<?> plan, Instant now) {
    if (plan.status().equals(seen)) {
      return Optional.empty();
    }
    var quietSince = lastWrite.map(last -> last.plus(QUIET)).orElse(now);
    var isUrgent = plan.isAtRest() || !seen.headline().equals(plan.status().headline());
    var hasCredit = !paidUntil.isAfter(now.plus(CREDIT));
    return Optional.of((isUrgent && hasCredit) || !quietSince.isAfter(now) ? now : quietSince);
  }

  /// When to look again whether a status is due, while work goes on: any earlier it might not be
  /// written yet.
  Instant next(Instant now) {
    return lastWrite
        .map(last -> last.plus(QUIET))
        .filter(quiet -> quiet.isAfter(now))
        .orElse(now.plus(QUIET));
  }

  void wrote(Instant now) {
    lastWrite = Optional.of(now);
    paidUntil = (paidUntil.isAfter(now) ? paidUntil : now).plus(QUIET);
  }
}
