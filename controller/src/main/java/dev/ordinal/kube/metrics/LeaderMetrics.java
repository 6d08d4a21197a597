package dev.ordinal.kube.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;

/// What leader election reports.
public final class LeaderMetrics {
  private final Gauge status;
  private final Counter transitions;
  private final Counter fenced;
  private final SetMetrics sets;
  private final Counter overrun;

  LeaderMetrics(MetricRegistry registry, SetMetrics sets) {
    this.sets = sets;
    this.status = registry.gauge(Metric.LEADER);
    this.transitions = registry.counter(Metric.LEADER_TRANSITIONS);
    this.overrun = registry.counter(Metric.WRITES_OVERRUN);
    this.fenced = registry.counter(Metric.WRITES_FENCED);
  }

  /// This process takes part in the election of that name, and leads or stands by.
  public void standing(String name, boolean isLeader) {
    status.labelValues(name).set(isLeader ? 1 : 0);
  }

  /// This process has become the leader, or has ceased to be it. A standby plans no set, so that it
  /// has nothing to tell of any.
  public void changed(String name, boolean isLeader) {
    standing(name, isLeader);
    transitions.inc();
    if (!isLeader) {
      sets.forgetAll();
    }
  }

  /// A write was begun while this process led, and ended when it did not any more.
  public void overrun() {
    overrun.inc();
  }

  /// A request was not sent, because the leadership had expired by our own clock.
  public void fenced() {
    fenced.inc();
  }
}
