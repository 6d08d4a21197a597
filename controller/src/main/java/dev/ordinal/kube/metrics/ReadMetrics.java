package dev.ordinal.kube.metrics;

import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.Locale;

/// Counts the faults of the readers, and passes them on.
final class ReadMetrics implements Reflector.Listener {
  private final Counter failures;
  private final Reflector.Listener next;

  ReadMetrics(Counter failures, Reflector.Listener next) {
    this.failures = failures;
    this.next = next;
  }

  @Override
  public void failed(String reader, ReadFault fault) {
    failures.labelValues(reader, fault.kind().name().toLowerCase(Locale.ROOT)).inc();
    next.failed(reader, fault);
  }

  @Override
  public void recovered(String reader) {
    next.recovered(reader);
  }
}
