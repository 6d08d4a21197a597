package dev.ordinal.command.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/// The flags for the log, and what they do.
public final class LogOptions {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description =
          "The form of the log: text for people, or json, one object for each line. Default: text.")
  private LogFormat format = LogFormat.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      description = "How much to log: error, warn, info or debug. Default: ORDINAL_LOG, or info.")
  private @Nullable LogLevel level;

  @Option(
      names = "--log-level-file",
      paramLabel = "FILE",
      description =
          "Take the level from this file while it has one, and follow its changes: a ConfigMap that"
              + " is mounted changes the level without a restart.")
  private @Nullable Path file;

  /// The flags in effect.
  public interface InEffect extends AutoCloseable {
    @Override
    void close();
  }

  /// Puts the flags into effect; closing the result ends the reading of the file.
  public InEffect apply() {
    // Other commands may run without this library.
    var loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
    if (format == LogFormat.JSON) {
      writeJson(loggers);
    }
    var usual =
        Optional.ofNullable(level).or(() -> LogLevel.find(variable())).orElse(LogLevel.INFO);
    set(loggers, usual);
    if (file == null) {
      return () -> {};
    }
    var listener = new LevelFile.Listener(wanted -> set(loggers, wanted), LOG::info, LOG::warn);
    var reader = new LevelFile(file, usual, listener);
    reader.start();
    return reader::close;
  }

  private static String variable() {
    var value = System.getenv("ORDINAL_LOG");
    return value == null ? "" : value;
  }

  private static void set(LoggerContext loggers, LogLevel level) {
    loggers.getLogger("ordinal").setLevel(Level.toLevel(level.name()));
  }

  private static void writeJson(LoggerContext loggers) {
    var layout = new JsonLines();
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
