package dev.ordinal.app;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// What short commands log with: warnings, as lines on standard error (`cli/quick.options`).
///
/// The library of the controller takes as long to start as a short command runs.
public final class WarningLogs implements SLF4JServiceProvider {
  /// It logs stack traces; each fault of a kubeconfig is reported in one line of our own.
  private static final String SILENT = "io.fabric8.kubernetes.client.internal.KubeConfigUtils";

  private final ConcurrentHashMap<String, WarningLogger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new NOPMDCAdapter();

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name ->
        loggers.computeIfAbsent(name, each -> new WarningLogger(each, !each.equals(SILENT)));
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public @Nullable MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {
    // Nothing to read.
  }
}
