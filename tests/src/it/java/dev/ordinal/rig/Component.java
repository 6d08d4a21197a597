package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One process of the control plane, with its log in a file.
record Component(String name, Process process, Path log) {
  /// Kills the component when the pipe from this JVM closes, which even SIGKILL of the JVM does.
  /// (A parent-death signal would fire when the starting thread ends, not the JVM.) In a session of
  /// its own Ctrl-C reaches the JVM alone, which then stops all of them in order.
  private static final String GUARDED =
      """
      exec 3<&0
      (cat <&3 >/dev/null; kill -KILL $$) 2>/dev/null &
      exec 3<&- </dev/null
      command -v setsid >/dev/null && exec setsid "$@"
      exec "$@"
      """;

  private static final int TAIL = 15;

  static Component start(String name, Path folder, List<String> command) {
    var log = folder.resolve(name + ".log");
    var guarded = new ArrayList<>(List.of("/bin/sh", "-c", GUARDED, name));
    guarded.addAll(command);
    var builder = new ProcessBuilder(guarded).redirectErrorStream(true);
    builder.redirectOutput(log.toFile()).directory(folder.toFile());
    try {
      return new Component(name, builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "%s ended with code %d; its last lines:%n%s"
              .formatted(name, process.exitValue(), lastLines()));
    }
  }

  void terminate() {
    process.destroy();
  }

  /// The folder is removed next, so a slow shutdown is cut short.
  void awaitEnd(Duration patience) {
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private String lastLines() {
    try {
      var lines = Files.readAllLines(log);
      var tail = lines.subList(Math.max(0, lines.size() - TAIL), lines.size());
      return String.join(System.lineSeparator(), tail);
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
