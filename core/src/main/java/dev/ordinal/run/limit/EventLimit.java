package dev.ordinal.run.limit;

import dev.ordinal.model.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;

/// How many events a set or job may cause: a burst, then a trickle, so that a set in trouble cannot
/// drown the others or the API server.
public final class EventLimit {
  private static final int BURST = 50;
  private static final Duration REFILL = Duration.ofSeconds(10);

  private final TreeMap<Key, Bucket> buckets = new TreeMap<>();

  private record Bucket(long tokens, Instant filledAt) {
    Bucket refill(Instant now) {
      var earned = Duration.between(filledAt, now).dividedBy(REFILL);
      return earned <= 0
          ? this
          : new Bucket(
              Math.min(BURST, tokens + earned), filledAt.plus(REFILL.multipliedBy(earned)));
    }
  }

  public boolean mayAnnounce(Key key, Instant now) {
    var bucket = buckets.getOrDefault(key, new Bucket(BURST, now)).refill(now);
    var hasToken = bucket.tokens() > 0;
    buckets.put(key, hasToken ? new Bucket(bucket.tokens() - 1, bucket.filledAt()) : bucket);
    return hasToken;
  }

  public void forget(Key key) {
    buckets.remove(key);
  }
}
