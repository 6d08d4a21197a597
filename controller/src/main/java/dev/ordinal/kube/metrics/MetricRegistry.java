package dev.ordinal.kube.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// Makes the instruments of [Metric] and writes their values as text.
final class MetricRegistry {
  private final PrometheusRegistry all = new PrometheusRegistry();
  private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

  MetricRegistry() {
    JvmMemoryMetrics.builder().register(all);
    JvmGarbageCollectorMetrics.builder().register(all);
    JvmThreadsMetrics.builder().register(all);
    ProcessMetrics.builder().register(all);
  }

  Counter counter(Metric metric) {
    var builder = Counter.builder().name(metric.title()).help(metric.help());
    return builder.labelNames(labels(metric)).withoutExemplars().register(all);
  }

  Gauge gauge(Metric metric) {
    var builder = Gauge.builder().name(metric.title()).help(metric.help());
    return builder.labelNames(labels(metric)).withoutExemplars().register(all);
  }

  Info info(Metric metric) {
    var builder = Info.builder().name(metric.title()).help(metric.help());
    return builder.labelNames(labels(metric)).register(all);
  }

  /// A gauge whose values are computed for each scrape.
  void gauge(Metric metric, Consumer<GaugeWithCallback.Callback> values) {
    GaugeWithCallback.builder()
        .name(metric.title())
        .help(metric.help())
        .labelNames(labels(metric))
        .callback(values)
        .register(all);
  }

  Histogram histogram(Metric metric, double... upperBounds) {
    return Histogram.builder()
        .name(metric.title())
        .help(metric.help())
        .labelNames(labels(metric))
        .classicOnly()
        .classicUpperBounds(upperBounds)
        .withoutExemplars()
        .register(all);
  }

  void add(Collector collector) {
    all.register(collector);
  }

  /// The values in version 0.0.4 of Prometheus' text format.
  byte[] text() {
    var out = new ByteArrayOutputStream();
    try {
      writer.write(out, all.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static String[] labels(Metric metric) {
    return metric.labels().toArray(String[]::new);
  }
}
