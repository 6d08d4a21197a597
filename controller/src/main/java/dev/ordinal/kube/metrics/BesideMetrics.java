package dev.ordinal.kube.metrics;

import io.prometheus.metrics.core.metrics.Gauge;

/// What is known of kruise-manager.
public final class BesideMetrics {
  private final Gauge running;

  BesideMetrics(MetricRegistry registry) {
    this.running = registry.gauge(Metric.KRUISE_RUNNING);
  }

  public void running(boolean isRunning) {
    running.set(isRunning ? 1 : 0);
  }
}
