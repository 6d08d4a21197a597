package dev.ordinal.sim.virtual;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/// Virtual time: the scheduled events in their order. They run only when the caller advances it.
public final class Timeline {
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::number));
  private Instant now;
  private long count;

  /// Events of the same time keep their order.
  private record Event(Instant at, long number, Runnable step) {}

  public Timeline(Instant start) {
    this.now = start;
  }

  public Instant now() {
    return now;
  }

  /// How many events have run.
  public long count() {
    return count;
  }

  /// When the next event is due; empty if there is none.
  public Optional<Instant> next() {
    return Optional.ofNullable(events.peek()).map(Event::at);
  }

  public void after(Duration delay, Runnable step) {
    at(now.plus(delay), step);
  }

  public void at(Instant moment, Runnable step) {
    events.add(new Event(moment.isBefore(now) ? now : moment, ++count, step));
  }

  /// Advances the time without running an event.
  public void rest(Instant moment) {
    now = moment.isAfter(now) ? moment : now;
  }

  /// Runs the next event, unless it is after `end`. Returns false when there was none.
  public boolean step(Instant end) {
    var next = events.peek();
    if (next == null || next.at().isAfter(end)) {
      return false;
    }
    events.remove();
    now = next.at();
    next.step().run();
    return true;
  }
}
