package dev.ordinal.e2e;

import dev.ordinal.rig.Await;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// `kubectl get pods -w` in another terminal.
final class PodWatch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Process process;
  private final Path screen;

  private PodWatch(Process process, Path screen) {
    this.process = process;
    this.screen = screen;
  }

  /// Returns when the terminal shows the pods that there are.
  static PodWatch start(Cluster cluster, Path folder, String selector) {
    var plane = cluster.rig().plane();
    try {
      var screen = Files.createTempFile(folder, "watch", ".txt");
      var process =
          new ProcessBuilder(
                  plane.kubectl().toString(),
                  "--kubeconfig=" + plane.kubeconfig(User.ADMIN),
                  "--namespace=" + cluster.namespace(),
                  "get",
                  "pods",
                  "--watch",
                  "--no-headers",
                  "--selector=" + selector)
              .redirectErrorStream(true)
              .redirectOutput(screen.toFile())
              .start();
      var watch = new PodWatch(process, screen);
      cluster.await("the watch to begin", () -> !watch.rows().isEmpty());
      return watch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `web-2 0/1 Pending`: what the terminal shows, without ages, restarts and repetitions.
  List<String> rows() {
    try {
      var rows = new ArrayList<String>();
      for (var line : Files.readAllLines(screen)) {
        var words = line.split("\\s+");
        var row = String.join(" ", words[0], words[1], words[2]);
        if (rows.isEmpty() || !rows.getLast().equals(row)) {
          rows.add(row);
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until the terminal has shown these rows in this order, with others between them.
  void awaitRows(String... expected) {
    try {
      Await.until("rows", PATIENCE, () -> shows(expected));
    } catch (AssertionError e) {
      throw new AssertionError(
          "expected, in this order: %s%nshown:%n%s"
              .formatted(List.of(expected), String.join("\n", rows())),
          e);
    }
  }

  private boolean shows(String... expected) {
    var next = 0;
    for (var row : rows()) {
      if (next < expected.length && row.equals(expected[next])) {
        next++;
      }
    }
    return next == expected.length;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
