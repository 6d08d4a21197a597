package dev.ordinal.run;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Whose turn it is. A key waits at most once, and never runs twice at a time: what happens to it
/// while it runs gives it one more turn afterwards.
public final class WorkQueue<K extends Comparable<K>> {
  private final ArrayDeque<K> ready = new ArrayDeque<>();
  private final TreeSet<K> waiting = new TreeSet<>();
  private final TreeSet<K> running = new TreeSet<>();
  private final TreeMap<K, Instant> later = new TreeMap<>();

  public void add(K key) {
    if (waiting.add(key) && !running.contains(key)) {
      ready.add(key);
    }
  }

  /// The earlier of two wake-ups wins: a turn that finds nothing to do costs little.
  public void addAt(K key, Instant due) {
    later.merge(key, due, (old, other) -> old.isBefore(other) ? old : other);
  }

  public Optional<K> take(Instant now) {
    for (var entry : new TreeMap<>(later).entrySet()) {
      if (!entry.getValue().isAfter(now)) {
        later.remove(entry.getKey());
        add(entry.getKey());
      }
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
    return later.values().stream().min(Instant::compareTo);
  }

  /// A key that is gone needs no wake-up.
  public void forget(K key) {
    later.remove(key);
  }

  public int depth() {
    return ready.size();
  }
}
