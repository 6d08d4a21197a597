package dev.ordinal.run;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Decides which key has the next turn. A key waits at most once and never runs twice at a time: a
/// change while it runs gives it one more turn afterwards. The keys of one group, such as a
/// namespace, leave most of the turns to other groups, because turns may be slow and are never
/// taken back.
public final class WorkQueue<K extends Comparable<K>> {
  /// A turn that waits for the API server keeps its snapshot and its plan in memory.
  private static final int MAX_RUNNING = 512;

  /// A group leaves eight times as many turns free as it uses.
  private static final int FREE_PER_BUSY = 8;

  private final TreeMap<String, ArrayDeque<K>> ready = new TreeMap<>();
  private final ArrayDeque<String> groups = new ArrayDeque<>();
  private final TreeMap<String, Integer> busy = new TreeMap<>();
  private final Function<K, String> group;
  private final int atOnce;
  private final TreeSet<K> waiting = new TreeSet<>();
  private final TreeSet<K> running = new TreeSet<>();
  private final TreeMap<K, Alarm<K>> later = new TreeMap<>();
  private final TreeSet<Alarm<K>> byTime =
      new TreeSet<>(Comparator.comparing(Alarm<K>::due).thenComparing(Alarm::key));

  private Optional<Listener<? super K>> listener = Optional.empty();

  private record Alarm<K>(Instant due, K key) {}

  /// Observes the queue, for metrics. Calls come while the engine is locked: they must be short.
  public interface Listener<K> {
    /// The key did not wait, and waits now.
    void added(K key);

    void taken(K key);

    void ended(K key);
  }

  public WorkQueue(Function<K, String> group) {
    this(group, MAX_RUNNING);
  }

  /// @param atOnce how many keys may run at once
  WorkQueue(Function<K, String> group, int atOnce) {
    this.group = group;
    this.atOnce = atOnce;
  }

  void observe(Listener<? super K> observer) {
    listener = Optional.of(observer);
  }

  public void add(K key) {
    if (waiting.add(key)) {
      listener.ifPresent(observer -> observer.added(key));
      if (!running.contains(key)) {
        enqueue(key);
      }
    }
  }

  private void enqueue(K key) {
    var name = group.apply(key);
    var keys = ready.computeIfAbsent(name, _ -> new ArrayDeque<>());
    if (keys.isEmpty()) {
      groups.add(name);
    }
    keys.add(key);
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

  /// Gives every key that waits for a point in time its turn now.
  void addAllWaiting() {
    List.copyOf(later.keySet())
        .forEach(
            key -> {
              forget(key);
              add(key);
            });
  }

  public Optional<K> take(Instant now) {
    while (!byTime.isEmpty() && !byTime.first().due().isAfter(now)) {
      var key = byTime.first().key();
      forget(key);
      add(key);
    }
    var key = next();
    key.ifPresent(
        found -> {
          waiting.remove(found);
          running.add(found);
          busy.merge(group.apply(found), 1, Integer::sum);
          listener.ifPresent(observer -> observer.taken(found));
        });
    return key;
  }

  /// The groups take turns.
  private Optional<K> next() {
    for (var left = groups.size(); left > 0; left--) {
      var name = groups.removeFirst();
      var keys = ready.getOrDefault(name, new ArrayDeque<>());
      var hasRoom = FREE_PER_BUSY * busy.getOrDefault(name, 0) < atOnce - running.size();
      var key = hasRoom ? Optional.ofNullable(keys.poll()) : Optional.<K>empty();
      if (keys.isEmpty()) {
        ready.remove(name);
      } else {
        groups.add(name);
      }
      if (key.isPresent()) {
        return key;
      }
    }
    return Optional.empty();
  }

  public void done(K key) {
    if (running.remove(key)) {
      busy.computeIfPresent(group.apply(key), (_, count) -> count > 1 ? count - 1 : null);
      listener.ifPresent(observer -> observer.ended(key));
    }
    if (waiting.contains(key)) {
      enqueue(key);
    }
  }

  /// When `take` returns a key again, if none is added before.
  public Optional<Instant> nextDue() {
    return byTime.isEmpty() ? Optional.empty() : Optional.of(byTime.first().due());
  }

  /// A removed key needs no wake-up.
  public void forget(K key) {
    var alarm = later.remove(key);
    if (alarm != null) {
      byTime.remove(alarm);
    }
  }
}
