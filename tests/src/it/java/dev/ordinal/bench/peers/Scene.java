package dev.ordinal.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// Where and how the benchmark ran.
record Scene(String command, LocalDate day, String commit, String load, String loadAtEnd) {
  static Scene now(Options options) {
    return new Scene(
        options.command(), LocalDate.now(ZoneOffset.UTC), commitNow(), loadNow(), loadNow());
  }

  Scene ended() {
    return new Scene(command, day, commit, load, loadNow());
  }

  /// For the file of raw figures.
  String line() {
    return String.join("\t", command, day.toString(), commit, load, loadAtEnd);
  }

  static Scene parse(String line) {
    var cells = line.split("\t", -1);
    return new Scene(cells[0], LocalDate.parse(cells[1]), cells[2], cells[3], cells[4]);
  }

  String machine() {
    return "%d cores, %d GB of memory, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            memory() / 1_000_000,
            Runtime.version().feature());
  }

  /// The pinned one.
  static String kubernetes() {
    return read("tools/kubernetes/go.mod")
        .lines()
        .filter(line -> line.strip().startsWith("k8s.io/kubernetes v"))
        .map(line -> line.strip().split(" ")[1])
        .findFirst()
        .orElse("");
  }

  private static long memory() {
    return number("/proc/meminfo", "MemTotal:");
  }

  private static long number(String file, String name) {
    return read(file)
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }

  /// Processes that ran or waited for a core, averaged over a minute and over a quarter of an hour.
  private static String loadNow() {
    var words = read("/proc/loadavg").split(" ");
    return words[0] + " (" + words[2] + " in the last 15 minutes)";
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException("the benchmark runs on Linux", e);
    }
  }

  private static String commitNow() {
    try {
      var process = new ProcessBuilder("git", "rev-parse", "--short", "HEAD").start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? said.strip() : "unknown";
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
