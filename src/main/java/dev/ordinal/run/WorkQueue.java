package dev.ordinal.run;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Whose turn it is. A key waits at most once, and never runs twice at a time: what happens to it
/// while it runs gives it one more turn afterwards.
public final class WorkQueue<K extends Comparable<K>> {
  private final ArrayDeque<K> ready = new ArrayDeque<>();
  private final TreeSet<K> waiting = new TreeSet<>();
  private final TreeSet<K> running = new TreeSet<>();
  private final TreeMap<K, Alarm<K>> later = new TreeMap<>();
  private final TreeSet<Alarm<K>> byTime =
      new TreeSet<>(Comparator.comparing(Alarm<K>::due).thenComparing(Alarm::key));

  private record Alarm<K>(Instant due, K key) {}

  public void add(K key) {
    if (waiting.add(key) && !running.contains(key)) {
      ready.add(key);
    }
  }

  /// The earlier of two wake-ups wins: a turn that finds nothing to do costs little.
  public void addAt(K key, Instant due) {
    var set = later.get(key);
    if (set == null || due.isBefore(set.due())) {
      forget(key);
      var alarm = new Alarm<>(due, key);
      later.put(key, alarm);
      byTime.add(alarm);
    }
  }

  public Optional<K> take(Instant now) {
    while (!byTime.isEmpty() && !byTime.first().due().isAfter(now)) {
      var key = byTime.first().key();
      forget(key);
      add(key);
    }
    var key = ready.poll();
    if (key != null) {
      waiting.remove(key);
      running.add(key);
    }
    return Optional.ofNullable(key);
  }

  public void done(K key) {
    running.remove(key);
    if (waiting.contains(key)) {
      ready.add(key);
    }
  }

  /// When `take` will have something again, if nothing is added until then.
  public Optional<Instant> nextDue() {
    return byTime.isEmpty() ? Optional.empty() : Optional.of(byTime.first().due());
  }

  /// A key that is gone needs no wake-up.
  public void forget(K key) {
    var alarm = later.remove(key);
    if (alarm != null) {
      byTime.remove(alarm);
    }
  }
}
