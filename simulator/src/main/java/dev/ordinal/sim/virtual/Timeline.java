package dev.ordinal.sim.virtual;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/// Virtual time: future events in their order. Nothing happens by itself.
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

  /// How many events have happened.
  public long count() {
    return count;
  }

  /// When the next event is due; empty when there is none.
  public Optional<Instant> next() {
    return Optional.ofNullable(events.peek()).map(Event::at);
  }

  public void after(Duration delay, Runnable step) {
    at(now.plus(delay), step);
  }

  public void at(Instant moment, Runnable step) {
    events.add(new Event(moment.isBefore(now) ? now : moment, ++count, step));
  }

  /// Advances to this moment without any event.
  public void rest(Instant moment) {
    now = moment.isAfter(now) ? moment : now;
  }

  /// Runs the next event, unless it is later than `end`. False when there was none.
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
