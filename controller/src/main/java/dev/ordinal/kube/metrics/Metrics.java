package dev.ordinal.kube.metrics;

import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.model.Key;
import dev.ordinal.run.Turn;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// All metrics of one controller: what is measured reports here, and a scrape reads it as text.
public final class Metrics {
  /// With so many sets a scrape has about ten thousand lines.
  public static final int DEFAULT_MAX_SETS = 500;

  private final MetricRegistry registry = new MetricRegistry();
  private final QueueMetrics queue;
  private final SetMetrics sets;
  private final LeaderMetrics leader;
  private final WebhookMetrics webhook;
  private final BesideMetrics beside;
  private final TurnMetrics.Instruments turns;
  private final MeasuredApi.Instruments requests;
  private final Counter readFailures;
  private final Counter refused;

  /// @param maxSets how many sets have series of their own
  /// @param nanos the monotonic clock, in nanoseconds
  public Metrics(int maxSets, LongSupplier nanos) {
    this.queue = new QueueMetrics(registry, nanos);
    this.sets = new SetMetrics(registry, maxSets, nanos);
    this.leader = new LeaderMetrics(registry, sets);
    this.webhook = new WebhookMetrics(registry);
    this.beside = new BesideMetrics(registry);
    this.turns = new TurnMetrics.Instruments(registry, queue, sets, nanos);
    this.requests = new MeasuredApi.Instruments(registry, nanos);
    this.readFailures = registry.counter(Metric.READ_FAILURES);
    this.refused = registry.counter(Metric.METRICS_REQUESTS_REFUSED);
  }

  /// For where nothing is scraped, or a test scrapes.
  public static Metrics withDefaults() {
    return new Metrics(DEFAULT_MAX_SETS, System::nanoTime);
  }

  /// The connection, with its requests counted.
  public Api measure(Api api) {
    return new MeasuredApi(api, requests);
  }

  /// The listener of readers, with their faults counted.
  public Reflector.Listener measure(Reflector.Listener listener) {
    return new ReadMetrics(readFailures, listener);
  }

  public TurnMetrics turn(Key key, Turn.Listener next) {
    return new TurnMetrics(turns, key, next);
  }

  public QueueMetrics queue() {
    return queue;
  }

  public LeaderMetrics leader() {
    return leader;
  }

  public WebhookMetrics webhook() {
    return webhook;
  }

  public BesideMetrics beside() {
    return beside;
  }

  /// A request for the metrics was refused.
  public void refused(int code) {
    refused.labelValues(Integer.toString(code)).inc();
  }

  public void showBuild(String version) {
    registry.info(Metric.BUILD).setLabelValues(version, Runtime.version().toString());
  }

  /// Shows the silence of each reader in seconds, and whether every resource has been listed.
  public void showReaders(Supplier<Map<String, Double>> silence, BooleanSupplier isSynced) {
    registry.gauge(
        Metric.READER_SILENCE,
        values -> silence.get().forEach((resource, age) -> values.call(age, resource)));
    registry.gauge(Metric.SYNCED, values -> values.call(isSynced.getAsBoolean() ? 1 : 0));
  }

  /// All values in version 0.0.4 of Prometheus' text format.
  public byte[] text() {
    return registry.text();
  }
}
