package dev.ordinal.kube;

import dev.ordinal.model.Key;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Leaves time between two looks at one set, in proportion to what a look takes: the changes in
/// between are planned together. A look at a small set takes so little that its next one waits for
/// nothing, and no look waits longer than a person or a rollout would notice.
final class TurnSpacing {
  /// A set is looked at for a quarter of the time at most.
  private static final long SHARE = 3;

  private static final long LONGEST = 20_000_000;

  /// To wait for less costs more than it saves.
  private static final long SHORTEST = 500_000;

  private final LongSupplier nanos;
  private final LongConsumer sleep;
  private final Map<Key, Long> restUntil = new ConcurrentHashMap<>();

  TurnSpacing() {
    this(System::nanoTime, LockSupport::parkNanos);
  }

  /// @param sleep waits for so many nanoseconds, or less
  TurnSpacing(LongSupplier nanos, LongConsumer sleep) {
    this.nanos = nanos;
    this.sleep = sleep;
  }

  /// Waits until the key may be looked at, then looks.
  void look(Key key, Runnable look) {
    var rest = restUntil.getOrDefault(key, nanos.getAsLong()) - nanos.getAsLong();
    if (rest > SHORTEST) {
      sleep.accept(rest);
    }
    var begin = nanos.getAsLong();
    look.run();
    var end = nanos.getAsLong();
    var pause = Math.min(LONGEST, SHARE * (end - begin));
    if (pause > SHORTEST) {
      restUntil.put(key, end + pause);
    } else {
      restUntil.remove(key);
    }
  }

  void forget(Key key) {
    restUntil.remove(key);
  }
}
