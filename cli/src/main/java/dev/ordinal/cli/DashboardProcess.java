package dev.ordinal.cli;

import dev.ordinal.local.LocalCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The dashboard of a simulated cluster, in a process of its own: whatever it costs or suffers, the
/// controller does not notice.
final class DashboardProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final Duration LONGEST_START = Duration.ofSeconds(20);

  private static final List<String> JVM =
      List.of(
          "-Xlog:disable",
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-XX:TieredStopAtLevel=1",
          "-Xmx512m");

  private final Process process;
  private final CompletableFuture<String> first = new CompletableFuture<>();

  private DashboardProcess(Process process) {
    this.process = process;
  }

  /// Starts it; empty, with a warning, if that is not possible.
  static Optional<DashboardProcess> start(LocalCluster cluster) {
    var command = new ArrayList<>(JVM);
    command.addFirst(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(program());
    command.addAll(
        List.of("dashboard", "--kubeconfig=" + cluster.kubeconfig(), "--until-input-ends"));
    try {
      var started = new ProcessBuilder(command).redirectErrorStream(true).start();
      var dashboard = new DashboardProcess(started);
      Thread.ofVirtual().name("dashboard").start(dashboard::read);
      return Optional.of(dashboard);
    } catch (IOException e) {
      LOG.warn("The dashboard could not be started: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /// The same program as this one: a jar, or a main class on the class path.
  private static List<String> program() {
    var main = System.getProperty("sun.java.command", "").split(" ")[0];
    return main.endsWith(".jar")
        ? List.of("-jar", main)
        : List.of("-cp", System.getProperty("java.class.path", ""), main);
  }

  /// The first line is the link; each further one follows a link that was used.
  private void read() {
    try (var lines = new BufferedReader(process.inputReader(StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!first.complete(line) && line.startsWith("http")) {
          System.out.println("The dashboard for another browser: " + line);
        }
      }
    } catch (IOException _) {
      // It has ended.
    }
    first.complete("");
  }

  /// Where it can be opened; empty if it did not start.
  Optional<String> link() throws InterruptedException {
    try {
      var line = first.get(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.of(line).filter(found -> found.startsWith("http"));
    } catch (ExecutionException | TimeoutException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
