package dev.ordinal.run;

import dev.ordinal.model.SetStatus;
import dev.ordinal.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// When a set's status is worth a write: what people and scripts wait for at once, counters that
/// are still moving at most once a second.
final class StatusPace {
  static final Duration QUIET = Duration.ofSeconds(1);

  private Optional<Instant> lastWrite = Optional.empty();

  /// When to write the plan's status; empty when it says what is already known.
  Optional<Instant> due(SetStatus seen, Plan plan, Instant now) {
    if (plan.status().equals(seen)) {
      return Optional.empty();
    }
    var quietSince = lastWrite.map(last -> last.plus(QUIET)).orElse(now);
    var isUrgent = plan.isAtRest() || !headline(seen).equals(headline(plan.status()));
    return Optional.of(isUrgent || !quietSince.isAfter(now) ? now : quietSince);
  }

  void wrote(Instant now) {
    lastWrite = Optional.of(now);
  }

  /// What does not count pods: the generation, the revisions, and whether the set is well.
  private static List<Object> headline(SetStatus status) {
    var conditions = status.conditions().stream().map(c -> c.type() + c.status()).toList();
    return List.of(
        status.observedGeneration(),
        status.currentRevision(),
        status.updateRevision(),
        status.collisionCount(),
        conditions);
  }
}
