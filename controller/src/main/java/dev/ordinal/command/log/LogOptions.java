package dev.ordinal.command.log;

import ch.qos.logback.classic.LoggerContext;
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
      LogSetup.write(loggers, new JsonLines());
    }
    var usual =
        Optional.ofNullable(level)
            .or(() -> LogLevel.find(LogSetup.variable()))
            .orElse(LogLevel.INFO);
    LogSetup.set(loggers, usual);
    if (file == null) {
      return () -> {};
    }
    var listener =
        new LevelFile.Listener(wanted -> LogSetup.set(loggers, wanted), LOG::info, LOG::warn);
    var reader = new LevelFile(file, usual, listener);
    reader.start();
    return reader::close;
  }
}
