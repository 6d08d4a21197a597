package dev.ordinal.run;

import dev.ordinal.model.common.Report;
import dev.ordinal.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides when a status is written: changes that users and scripts wait for at once, moving
/// counters at most once a second. Urgent changes without end use up their credit: another
/// controller may be writing the opposite.
final class StatusPace {
  static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

  /// Urgent writes may be ahead of one write per second by so much.
  private static final Duration CREDIT = MIN_INTERVAL.multipliedBy(10);

  private Optional<Instant> lastWrite = Optional.empty();
  private Instant paidUntil = Instant.EPOCH;

  /// When to write the plan's status; empty when it is already written.
  Optional<Instant> due(Report seen, Plan<?> plan, Instant now) {
    if (plan.status().equals(seen)) {
      return Optional.empty();
    }
    var quietSince = lastWrite.map(last -> last.plus(MIN_INTERVAL)).orElse(now);
    var isUrgent = plan.isAtRest() || !seen.headline().equals(plan.status().headline());
    var hasCredit = !paidUntil.isAfter(now.plus(CREDIT));
    return Optional.of((isUrgent && hasCredit) || !quietSince.isAfter(now) ? now : quietSince);
  }

  /// When to check again whether a status is due, while requests are under way: it would not be
  /// written any earlier.
  Instant next(Instant now) {
    return lastWrite
        .map(last -> last.plus(MIN_INTERVAL))
        .filter(quiet -> quiet.isAfter(now))
        .orElse(now.plus(MIN_INTERVAL));
  }

  void wrote(Instant now) {
    lastWrite = Optional.of(now);
    paidUntil = (paidUntil.isAfter(now) ? paidUntil : now).plus(MIN_INTERVAL);
  }
}
