package dev.ordinal.run;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot.Failure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// The actions of one set that failed and have not succeeded since, each with its own back-off, so
/// that one refused pod does not slow the others. The planner sees them and holds what must wait.
final class Failures {
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

  private final TreeMap<String, Attempt> byTarget = new TreeMap<>();
  private final TreeSet<String> done = new TreeSet<>();
  private final TreeSet<String> conflicts = new TreeSet<>();
  private long generation;

  private record Attempt(Failure failure, Duration delay) {}

  /// A new spec deserves a new try at once. Answers whether it is new.
  boolean reset(long newGeneration) {
    var isNew = newGeneration != generation;
    if (isNew) {
      generation = newGeneration;
      byTarget.clear();
      done.clear();
      conflicts.clear();
    }
    return isNew;
  }

  Instant add(String verb, String target, String message, Instant now) {
    var last = byTarget.get(target);
    var delay = last == null ? FIRST_DELAY : longer(last.delay());
    var retryAt = now.plus(delay);
    byTarget.put(target, new Attempt(new Failure(verb, target, message, retryAt), delay));
    return retryAt;
  }

  /// The failure that was added last was a refusal.
  void refused(Action action) {
    byTarget.computeIfPresent(
        action.target(),
        (_, attempt) -> new Attempt(attempt.failure().asRefusal(), attempt.delay()));
  }

  /// What has to be done once more was undone by someone, who may do that again: the collector
  /// when the set is gone and we have not heard of it, or a controller that knows another template.
  void did(String verb, String target, Instant now) {
    if (done.add(target)) {
      clear(target);
    } else {
      add(verb, target, "someone undid it", now);
    }
  }

  /// A pod that is new is changed by many: to be late once is no failure, and needs no pause.
  boolean isFirstConflict(String target) {
    return conflicts.add(target);
  }

  private static Duration longer(Duration delay) {
    var doubled = delay.multipliedBy(2);
    return doubled.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : doubled;
  }

  void clear(String target) {
    byTarget.remove(target);
    conflicts.remove(target);
  }

  List<Failure> all() {
    return byTarget.values().stream().map(Attempt::failure).toList();
  }
}
