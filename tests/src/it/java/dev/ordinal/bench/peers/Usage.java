package dev.ordinal.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Processor time of controller and API server since they began, and the memory that the controller
/// holds.
record Usage(Duration controller, Duration server, long residentBytes) {
  static Usage of(long controller, long server) {
    return new Usage(processor(controller), processor(server), resident(controller));
  }

  /// Of a controller that does not run yet.
  static Usage ofServer(long server) {
    return new Usage(Duration.ZERO, processor(server), 0);
  }

  private static Duration processor(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"));
  }

  /// Linux alone tells it.
  private static long resident(long pid) {
    try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElseThrow()
          * 1024;
    } catch (IOException e) {
      throw new UncheckedIOException("the memory of process " + pid + " cannot be read", e);
    }
  }
}
