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

  private final TreeMap<Deed, Attempt> byDeed = new TreeMap<>();
  private final TreeSet<Deed> done = new TreeSet<>();
  private final TreeSet<Deed> conflicts = new TreeSet<>();
  private long generation;

  /// What was to be done to which object. Names of claims, pods and revisions differ.
  private record Deed(String target, String verb) implements Comparable<Deed> {
    private static final Comparator<Deed> ORDER =
        Comparator.comparing(Deed::target).thenComparing(Deed::verb);

    static Deed of(Action action) {
      return new Deed(action.target(), action.verb());
    }

    @Override
    public int compareTo(Deed other) {
      return ORDER.compare(this, other);
    }
  }

  /// `isDryRun`: not the request itself has failed.
  private record Attempt(Failure failure, Duration delay, boolean isDryRun) {}

  /// A new spec deserves a new try at once. Answers whether it is new.
  boolean reset(long newGeneration) {
    var isNew = newGeneration != generation;
    if (isNew) {
      generation = newGeneration;
      byDeed.clear();
      done.clear();
      conflicts.clear();
    }
    return isNew;
  }

  Instant add(Action action, String message, Instant now) {
    var step = Deed.of(action);
    var last = byDeed.get(step);
    var delay = last == null ? FIRST_DELAY : longer(last.delay());
    var retryAt = now.plus(delay);
    var failure = new Failure(step.verb(), step.target(), message, retryAt);
    byDeed.put(step, new Attempt(failure, delay, action instanceof Action.CheckResize));
    return retryAt;
  }

  /// The failure that was added last was a refusal.
  void refused(Action action) {
    byDeed.computeIfPresent(
        Deed.of(action),
        (_, attempt) ->
            new Attempt(attempt.failure().asRefusal(), attempt.delay(), attempt.isDryRun()));
  }

  /// What has to be done once more was undone by someone, who may do that again: the collector
  /// when the set is gone and we have not heard of it, or a controller that knows another template.
  void did(Action action, Instant now) {
    if (done.add(Deed.of(action))) {
      clear(action);
    } else {
      add(action, "someone undid it", now);
    }
  }

  /// A pod that is new is changed by many: to be late once is no failure, and needs no pause.
  boolean isFirstConflict(Action action) {
    return conflicts.add(Deed.of(action));
  }

  private static Duration longer(Duration delay) {
    var doubled = delay.multipliedBy(2);
    return doubled.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : doubled;
  }

  /// What failed of an object that was there before says nothing about its successor.
  void clear(Action action) {
    byDeed.remove(Deed.of(action));
    conflicts.remove(Deed.of(action));
    if (List.of("Create", "Delete").contains(action.verb())) {
      byDeed.keySet().removeIf(step -> step.target().equals(action.target()));
      conflicts.removeIf(step -> step.target().equals(action.target()));
    }
  }

  /// A dry run was accepted. The request itself may have been refused after one: then it keeps its
  /// back-off, or the two would follow each other without a pause.
  void accepted(Action dryRun) {
    var attempt = byDeed.get(Deed.of(dryRun));
    if (attempt != null && attempt.isDryRun()) {
      clear(dryRun);
    }
  }

  List<Failure> all() {
    return byDeed.values().stream().map(Attempt::failure).toList();
  }
}
