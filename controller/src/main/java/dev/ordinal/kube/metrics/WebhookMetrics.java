package dev.ordinal.kube.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// What the admission webhook reports.
public final class WebhookMetrics {
  private final Counter requests;
  private final Histogram duration;
  private final Gauge expiry;

  /// How a request ended.
  public enum Result {
    ALLOWED,
    REFUSED,
    BUSY,
    FAILED
  }

  WebhookMetrics(MetricRegistry registry) {
    this.requests = registry.counter(Metric.ADMISSION_REQUESTS);
    this.duration =
        registry.histogram(Metric.ADMISSION_DURATION, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5);
    this.expiry = registry.gauge(Metric.WEBHOOK_CERTIFICATE_EXPIRY);
  }

  public void answered(Result result) {
    requests.labelValues(result.name().toLowerCase(Locale.ROOT)).inc();
  }

  public void took(Duration time) {
    duration.observe(time.toNanos() / 1e9);
  }

  /// The process serves a certificate of its own that expires then.
  public void certified(Instant until) {
    expiry.set((double) until.getEpochSecond());
  }
}
