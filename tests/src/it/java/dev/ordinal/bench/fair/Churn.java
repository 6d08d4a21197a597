package dev.ordinal.bench.fair;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Sets of one pod that come and go: so many are created every minute, and deleted after ten
/// seconds.
final class Churn implements AutoCloseable {
  private static final Duration LIFE = Duration.ofSeconds(10);

  private final Api api;
  private final String sets;
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(4);
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger deleted = new AtomicInteger();
  private final Instant begin = Instant.now();

  private Churn(Api api, String namespace) {
    this.api = api;
    this.sets = Owner.OURS.path(namespace);
  }

  static Churn start(Api api, String namespace, int perMinute) {
    var churn = new Churn(api, namespace);
    var period = Duration.ofMinutes(1).toNanos() / perMinute;
    churn.timer.scheduleAtFixedRate(churn::create, 0, period, TimeUnit.NANOSECONDS);
    return churn;
  }

  private void create() {
    var name = "brief%d".formatted(created.incrementAndGet());
    Api.required(api.create(sets, Owner.OURS.set(name, 1, "OrderedReady")), "creating " + name);
    var _ = timer.schedule(() -> delete(name), LIFE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void delete(String name) {
    Api.required(api.delete(sets + "/" + name, Json.EMPTY), "deleting " + name);
    deleted.incrementAndGet();
  }

  /// The rate that was really held.
  String rate() {
    var seconds = Math.max(1, Duration.between(begin, Instant.now()).toSeconds());
    return "%d sets created and %d deleted in a minute"
        .formatted(created.get() * 60 / seconds, deleted.get() * 60 / seconds);
  }

  int deleted() {
    return deleted.get();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
