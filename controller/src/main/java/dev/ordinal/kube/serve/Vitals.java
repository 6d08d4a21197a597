package dev.ordinal.kube.serve;

import dev.ordinal.kube.watch.Pulse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// The signs of life of a controller.
///
/// @param pulses those of all readers; some may not be needed, and have not been started then
/// @param isSynced whether every kind has been listed once
/// @param clock the one that gave the times of the others
public record Vitals(
    Heartbeat heartbeat, List<Pulse> pulses, BooleanSupplier isSynced, InstantSource clock) {
  public Vitals {
    pulses = List.copyOf(pulses);
  }

  /// For each resource, the time in seconds since the API server last answered its reader. Pods may
  /// have two readers: the one that has heard nothing for longer counts.
  public Map<String, Double> silence() {
    var now = clock.instant();
    var silence = new TreeMap<String, Double>();
    pulses.stream()
        .filter(Pulse::isStarted)
        .forEach(
            pulse ->
                silence.merge(
                    pulse.resource(),
                    Duration.between(pulse.lastAnswer(), now).toMillis() / 1e3,
                    Math::max));
    return silence;
  }
}
