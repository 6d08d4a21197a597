package dev.ordinal.kube.metrics;

import dev.ordinal.model.Key;
import dev.ordinal.model.SetKey;
import dev.ordinal.run.WorkQueue;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback.Callback;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/// Measures the queue of turns, in the words of client-go's work queue.
public final class QueueMetrics implements WorkQueue.Listener<Key> {
  /// The names of the two queues, which are also the names of the controllers.
  static final List<String> NAMES = List.of("statefulset", "imagepulljob");

  private static final double[] SECONDS = {1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 60, 300, 1000};

  private final LongSupplier nanos;
  private final Map<Key, Long> waitingSince = new HashMap<>();
  private final Map<Key, Long> runningSince = new HashMap<>();
  private final Counter adds;
  private final Counter retries;
  private final Histogram queueDuration;
  private final Histogram workDuration;

  QueueMetrics(MetricRegistry registry, LongSupplier nanos) {
    this.nanos = nanos;
    this.adds = registry.counter(Metric.QUEUE_ADDS);
    this.retries = registry.counter(Metric.QUEUE_RETRIES);
    this.queueDuration = registry.histogram(Metric.QUEUE_DURATION, SECONDS);
    this.workDuration = registry.histogram(Metric.WORK_DURATION, SECONDS);
    for (var name : NAMES) {
      adds.initLabelValues(name);
      retries.initLabelValues(name);
      queueDuration.initLabelValues(name);
      workDuration.initLabelValues(name);
    }
    registry.gauge(Metric.QUEUE_DEPTH, values -> each(values, name -> waiting(name)));
    registry.gauge(Metric.ACTIVE_WORKERS, values -> each(values, name -> ages(name).count()));
    registry.gauge(Metric.UNFINISHED_WORK, values -> each(values, name -> ages(name).sum() / 1e9));
    registry.gauge(
        Metric.LONGEST_RUNNING, values -> each(values, name -> ages(name).max().orElse(0) / 1e9));
  }

  /// The queue of a key.
  static String name(Key key) {
    return switch (key) {
      case SetKey _ -> NAMES.getFirst();
      case Key.Job _ -> NAMES.getLast();
    };
  }

  @Override
  public synchronized void added(Key key) {
    waitingSince.put(key, nanos.getAsLong());
    adds.labelValues(name(key)).inc();
  }

  @Override
  public synchronized void taken(Key key) {
    var now = nanos.getAsLong();
    var since = waitingSince.remove(key);
    if (since != null) {
      queueDuration.labelValues(name(key)).observe((now - since) / 1e9);
    }
    runningSince.put(key, now);
  }

  @Override
  public synchronized void ended(Key key) {
    var since = runningSince.remove(key);
    if (since != null) {
      workDuration.labelValues(name(key)).observe((nanos.getAsLong() - since) / 1e9);
    }
  }

  void retried(Key key) {
    retries.labelValues(name(key)).inc();
  }

  private static void each(Callback values, java.util.function.ToDoubleFunction<String> value) {
    NAMES.forEach(name -> values.call(value.applyAsDouble(name), name));
  }

  private synchronized long waiting(String name) {
    return waitingSince.keySet().stream().filter(key -> name(key).equals(name)).count();
  }

  /// How long the running turns have been running, in nanoseconds.
  private synchronized LongStream ages(String name) {
    var now = nanos.getAsLong();
    return LongStream.of(
        runningSince.entrySet().stream()
            .filter(entry -> name(entry.getKey()).equals(name))
            .mapToLong(entry -> now - entry.getValue())
            .toArray());
  }
}
