package dev.ordinal.run;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// The actions of one set that failed and have not succeeded since, each with its own back-off, so
/// that one refused pod does not slow the others. The planner sees them and holds what must wait.
final class Failures {
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

  private final TreeMap<Operation, Attempt> byOperation = new TreeMap<>();
  private final TreeSet<Operation> done = new TreeSet<>();
  private final TreeSet<Operation> conflicts = new TreeSet<>();
  private final TreeSet<Operation> stale = new TreeSet<>();
  private long generation;

  /// A verb and the name of its object. Claims, pods and revisions never share a name.
  private record Operation(String target, String verb) implements Comparable<Operation> {
    private static final Comparator<Operation> ORDER =
        Comparator.comparing(Operation::target).thenComparing(Operation::verb);

    static Operation of(Action action) {
      return new Operation(action.target(), action.verb());
    }

    @Override
    public int compareTo(Operation other) {
      return ORDER.compare(this, other);
    }
  }

  /// `isDryRun`: the dry run of the request has failed, not the request.
  private record Attempt(Failure failure, Duration delay, boolean isDryRun) {}

  /// A new spec is tried at once. Returns whether it is new.
  boolean reset(long newGeneration) {
    var isNew = newGeneration != generation;
    if (isNew) {
      generation = newGeneration;
      byOperation.clear();
      done.clear();
      conflicts.clear();
      stale.clear();
    }
    return isNew;
  }

  Instant add(Action action, String message, Instant now) {
    var operation = Operation.of(action);
    var last = byOperation.get(operation);
    var delay = last == null ? FIRST_DELAY : longer(last.delay());
    var retryAt = now.plus(delay);
    var failure = new Failure(operation.verb(), operation.target(), message, retryAt);
    byOperation.put(operation, new Attempt(failure, delay, action instanceof Action.CheckResize));
    return retryAt;
  }

  /// Marks the latest failure of this action as a refusal.
  void refused(Action action) {
    byOperation.computeIfPresent(
        Operation.of(action),
        (_, attempt) ->
            new Attempt(refusal(attempt.failure()), attempt.delay(), attempt.isDryRun()));
  }

  private static Failure refusal(Failure last) {
    return new Failure(last.verb(), last.target(), last.message(), last.retryAt(), true);
  }

  /// An action that is needed again was undone, and may be undone again: by the garbage collector
  /// when the set's deletion has not been observed yet, or by a controller with another template.
  void succeeded(Action action, Instant now) {
    if (done.add(Operation.of(action))) {
      clear(action);
    } else {
      add(action, "someone undid it", now);
    }
  }

  /// Several controllers change a new pod: one conflict is no failure, and needs no pause.
  boolean isFirstConflict(Action action) {
    return conflicts.add(Operation.of(action));
  }

  /// Whether the reply to this action is older than what is known, as the one before it was.
  boolean isStaleAgain(Action action, boolean isStale) {
    if (!isStale) {
      stale.remove(Operation.of(action));
    }
    return isStale && !stale.add(Operation.of(action));
  }

  private static Duration longer(Duration delay) {
    var doubled = delay.multipliedBy(2);
    return doubled.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : doubled;
  }

  /// Failures of an earlier object of this name tell nothing about its successor.
  void clear(Action action) {
    byOperation.remove(Operation.of(action));
    conflicts.remove(Operation.of(action));
    if (List.of("Create", "Delete").contains(action.verb())) {
      byOperation.keySet().removeIf(operation -> operation.target().equals(action.target()));
      conflicts.removeIf(operation -> operation.target().equals(action.target()));
    }
  }

  /// A dry run was accepted. The request itself may have been refused after one: then it keeps its
  /// back-off, or the two would follow each other without a pause.
  void accepted(Action dryRun) {
    var attempt = byOperation.get(Operation.of(dryRun));
    if (attempt != null && attempt.isDryRun()) {
      clear(dryRun);
    }
  }

  List<Failure> all() {
    return byOperation.values().stream().map(Attempt::failure).toList();
  }
}
