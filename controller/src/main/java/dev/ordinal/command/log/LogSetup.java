package dev.ordinal.command.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.time.ZoneId;
import org.slf4j.Logger;

/// The log as it is before any flag has been read. Logback finds this class by itself, and so needs
/// no `logback.xml`, which takes it some five hundred classes to read.
public final class LogSetup extends ContextAwareBase implements Configurator {
  @Override
  public ExecutionStatus configure(LoggerContext loggers) {
    write(loggers, new TextLines(ZoneId.systemDefault()));
    loggers.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    set(loggers, LogLevel.find(variable()).orElse(LogLevel.INFO));
    // It logs stack traces; Ordinal reports each fault of a kubeconfig in one line of its own.
    loggers
        .getLogger("io.fabric8.kubernetes.client.internal.KubeConfigUtils")
        .setLevel(Level.ERROR);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  static String variable() {
    var value = System.getenv("ORDINAL_LOG");
    return value == null ? "" : value;
  }

  static void set(LoggerContext loggers, LogLevel level) {
    loggers.getLogger("ordinal").setLevel(Level.toLevel(level.name()));
  }

  /// Writes all that is logged in this form from now on, to standard error.
  static void write(LoggerContext loggers, Layout<ILoggingEvent> layout) {
    layout.setContext(loggers);
    layout.start();
    var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
    encoder.setContext(loggers);
    encoder.setLayout(layout);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(loggers);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    var root = loggers.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(appender);
  }
}
