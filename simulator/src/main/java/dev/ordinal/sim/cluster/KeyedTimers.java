package dev.ordinal.sim.cluster;

import dev.ordinal.sim.virtual.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Keys with the time at which each is due. A key has one time only, the earliest that was set.
final class KeyedTimers {
  /// How long controllers lag behind the API server.
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final Timeline time;
  private final Map<String, Instant> due = new HashMap<>();

  KeyedTimers(Timeline time) {
    this.time = time;
  }

  void soon(String key, Runnable step) {
    at(key, time.now().plus(MOMENT), step);
  }

  void after(String key, Duration delay, Runnable step) {
    at(key, time.now().plus(delay), step);
  }

  void at(String key, Instant moment, Runnable step) {
    var planned = due.get(key);
    if (planned != null && !planned.isAfter(moment)) {
      return;
    }
    due.put(key, moment);
    time.at(
        moment,
        () -> {
          if (moment.equals(due.get(key))) {
            due.remove(key);
            step.run();
          }
        });
  }

  void forget(String key) {
    due.remove(key);
  }
}
