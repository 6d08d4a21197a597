package dev.ordinal.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Reads the level of the log from a file, again and again: a ConfigMap that is mounted in the pod
/// changes it without a restart.
public final class LevelFile implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int MAX_SHOWN = 20;

  private final Path file;
  private final LogLevel usual;
  private final Listener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private String last = "";
  private final Thread reader = Thread.ofVirtual().name("log-level").unstarted(this::run);

  /// Receives the level, and remarks for the user.
  public record Listener(Consumer<LogLevel> level, Consumer<String> info, Consumer<String> warn) {}

  /// @param usual the level while the file is missing or empty
  public LevelFile(Path file, LogLevel usual, Listener listener) {
    this.file = file;
    this.usual = usual;
    this.listener = listener;
  }

  public void start() {
    read();
    reader.start();
  }

  /// A word that is no level leaves the level as it is.
  void read() {
    var word = word();
    if (word.equals(last)) {
      return;
    }
    last = word;
    var level = word.isEmpty() ? Optional.of(usual) : LogLevel.find(word);
    if (level.isPresent()) {
      listener.level().accept(level.get());
      listener.info().accept("The log level is %s now (%s).".formatted(level.get(), file));
    } else {
      listener
          .warn()
          .accept(
              "The log level %s in %s is unknown: write error, warn, info or debug."
                  .formatted(word, file));
    }
  }

  private String word() {
    try {
      var text = Files.readString(file).strip();
      return text.substring(0, Math.min(text.length(), MAX_SHOWN));
    } catch (IOException _) {
      return "";
    }
  }

  private void run() {
    try {
      while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        read();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
