package dev.ordinal.bench;

import dev.ordinal.bench.ReaderWorker.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Measures the slim reader against fabric8's informer on the same stream of pod events: each in
/// fresh JVMs with the same flags, the server in another process. `make bench-reader` runs it.
public final class ReaderBench {
  private static final int ROUNDS = 5;
  private static final int EVENTS = 20_000;
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-Xmx1g",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=20");

  private ReaderBench() {}

  public static void main(String[] args) throws IOException {
    System.out.printf(
        "%,d pods, %d rounds of %,d events after warm-up, java %s%n",
        PodServer.PODS, ROUNDS, EVENTS, String.join(" ", FLAGS));
    var ours = run("ours");
    var fabric8 = run("fabric8");

    System.out.printf("%n| median | slim reader | fabric8 informer | ratio |%n|---|---|---|---|%n");
    row("CPU per event, µs", ours, fabric8, Sample::cpuMicros);
    row("allocated per event, KB", ours, fabric8, sample -> sample.allocated() / 1000);
    row("live heap, MiB", ours, fabric8, Sample::liveMiB);
    row("resident memory, MiB", ours, fabric8, Sample::residentMiB);
  }

  private static void row(
      String what, List<Sample> ours, List<Sample> theirs, ToDoubleFunction<Sample> figure) {
    var slim = median(ours, figure);
    var fabric8 = median(theirs, figure);
    System.out.printf(
        Locale.ROOT, "| %s | %.1f | %.1f | %.1f× |%n", what, slim, fabric8, fabric8 / slim);
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    var sorted = samples.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /// A fresh server and a fresh JVM for one reader.
  private static List<Sample> run(String reader) throws IOException {
    var server = java(List.of(), PodServer.class.getName());
    try {
      var port = server.inputReader().readLine();
      var worker =
          java(
              FLAGS,
              ReaderWorker.class.getName(),
              reader,
              "http://127.0.0.1:" + port,
              Integer.toString(ROUNDS),
              Integer.toString(EVENTS));
      try {
        return samples(reader, worker);
      } finally {
        worker.destroyForcibly();
      }
    } finally {
      server.destroyForcibly();
    }
  }

  private static List<Sample> samples(String reader, Process worker) throws IOException {
    var samples = new ArrayList<Sample>();
    for (var line : (Iterable<String>) worker.inputReader().lines()::iterator) {
      System.out.println("  " + reader + ": " + line);
      if (line.startsWith("round ")) {
        samples.add(Sample.parse(line));
      }
    }
    if (samples.size() != ROUNDS) {
      throw new IOException("the reader " + reader + " gave up; its words are above");
    }
    return samples;
  }

  private static Process java(List<String> flags, String... program) throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(program));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
