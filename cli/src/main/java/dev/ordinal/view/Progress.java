package dev.ordinal.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How far a set has come, and how long the rest takes if the pods that are still to come need as
/// long as those before them.
///
/// @param remaining empty where nothing is left, where a broken pod is in the way, or where no pod
///     tells how long one takes
public record Progress(int done, int total, Optional<Duration> remaining) {
  /// A container that was restarted later became ready again long after its pod was made.
  private static final Duration LONGEST_START = Duration.ofHours(1);

  public int percent() {
    return total == 0 ? 100 : (int) (100L * done / total);
  }

  /// @param isUpdating whether the pods are brought to a newer template, and not only counted
  static Progress of(SetGoal goal, List<OrdinalRow> rows, boolean isUpdating) {
    var wanted = rows.stream().filter(OrdinalRow::isWanted).toList();
    var total = isUpdating ? Math.max(0, goal.replicas() - kept(goal, wanted)) : goal.replicas();
    var done =
        (int)
            wanted.stream()
                .filter(row -> row.state() == OrdinalState.AVAILABLE)
                .filter(row -> !isUpdating || row.isUpdated())
                .count();
    var left = Math.max(0, total - done);
    var atATime = isUpdating ? goal.maxUnavailable() : goal.isOrdered() ? 1 : Math.max(1, left);
    var rounds = (left + atATime - 1L) / atATime;
    var remaining =
        left == 0 || isStuck(wanted)
            ? Optional.<Duration>empty()
            : startTime(wanted).map(start -> start.plus(goal.minReady()).multipliedBy(rounds));
    return new Progress(Math.min(done, total), total, remaining);
  }

  private static boolean isStuck(List<OrdinalRow> wanted) {
    return wanted.stream().anyMatch(row -> row.state() == OrdinalState.BROKEN);
  }

  /// Outdated pods below the partition.
  private static int kept(SetGoal goal, List<OrdinalRow> wanted) {
    return (int) wanted.stream().limit(goal.partition()).filter(row -> !row.isUpdated()).count();
  }

  /// The median time from the creation of a pod to its being ready.
  public static Optional<Duration> startTime(List<OrdinalRow> rows) {
    var times =
        rows.stream()
            .map(OrdinalRow::facts)
            .flatMap(facts -> startTime(facts.createdAt(), facts.readySince()))
            .sorted()
            .toList();
    return times.isEmpty() ? Optional.empty() : Optional.of(times.get(times.size() / 2));
  }

  private static Stream<Duration> startTime(Optional<Instant> created, Optional<Instant> ready) {
    return created.stream()
        .flatMap(from -> ready.stream().map(until -> Duration.between(from, until)))
        .filter(time -> !time.isNegative() && time.compareTo(LONGEST_START) < 0);
  }
}
