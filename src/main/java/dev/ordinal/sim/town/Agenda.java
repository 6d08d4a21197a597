package dev.ordinal.sim.town;

import dev.ordinal.sim.world.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// What is to be looked at, and when. Each key waits for one moment alone, the earliest that was
/// wished for.
final class Agenda {
  /// How long those who watch the API server are behind it.
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final Timeline time;
  private final Map<String, Instant> due = new HashMap<>();

  Agenda(Timeline time) {
    this.time = time;
  }

  void soon(String key, Runnable deed) {
    at(key, time.now().plus(MOMENT), deed);
  }

  void after(String key, Duration delay, Runnable deed) {
    at(key, time.now().plus(delay), deed);
  }

  void at(String key, Instant moment, Runnable deed) {
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
            deed.run();
          }
        });
  }

  void forget(String key) {
    due.remove(key);
  }
}
