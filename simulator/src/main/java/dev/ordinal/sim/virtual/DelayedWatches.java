package dev.ordinal.sim.virtual;

import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.api.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The watches of one simulated controller, by kind, and their faults.
public final class DelayedWatches {
  private final Map<Kind, DelayedWatch<?>> watches = new EnumMap<>(Kind.class);

  void put(Kind kind, DelayedWatch<?> watch) {
    watches.put(kind, watch);
  }

  boolean has(Kind kind) {
    return watches.containsKey(kind);
  }

  private Optional<DelayedWatch<?>> find(Kind kind) {
    return Optional.ofNullable(watches.get(kind));
  }

  void changed(Change change) {
    watches.values().forEach(each -> each.changed(change));
  }

  void stop() {
    watches.values().forEach(DelayedWatch::stop);
    watches.clear();
  }

  /// Lists what has to be listed again.
  void listIfNeeded() {
    watches.values().forEach(DelayedWatch::listIfNeeded);
  }

  /// Everything that changed before this moment has been delivered.
  Optional<Instant> asOf() {
    return watches.values().stream().map(DelayedWatch::asOf).min(Instant::compareTo);
  }

  void heal() {
    watches.values().forEach(each -> each.lag(Duration.ZERO));
  }

  /// Receives nothing of any kind for a while.
  void disconnect(Duration outage) {
    watches.values().forEach(each -> each.disconnect(outage));
  }

  /// Runs something just before the event of a kind with this number arrives.
  public void beforeEvent(Kind kind, int number, Runnable step) {
    find(kind).ifPresent(each -> each.before(number, step));
  }

  public void lag(Kind kind, Duration lag) {
    find(kind).ifPresent(each -> each.lag(lag));
  }

  public void disconnect(Kind kind, Duration outage) {
    find(kind).ifPresent(each -> each.disconnect(outage));
  }

  public void travelBack(Kind kind, long versions) {
    find(kind).ifPresent(each -> each.travelBack(versions));
  }
}
