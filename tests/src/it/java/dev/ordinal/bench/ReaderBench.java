package dev.ordinal.bench;

import dev.ordinal.bench.ReaderWorker.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// Measures the slim reader, in protobuf and in JSON, against fabric8's informer on the same pod
/// events: in turns, each in a fresh JVM with the controller's flags, the server in a process of
/// its own. `make bench-reader` runs it, and with `ARGS=ours` leaves fabric8 out.
public final class ReaderBench {
  private static final List<String> READERS = List.of("protobuf", "json", "fabric8");
  private static final int TURNS = 2;
  private static final int ROUNDS = 5;
  private static final int EVENTS = 20_000;
  private static final List<String> FLAGS = List.of("@controller/jvm.options", "-Xmx1g");

  private ReaderBench() {}

  public static void main(String[] arguments) throws IOException {
    System.out.printf(
        "%,d pods, %d rounds of %,d events after warm-up, java %s%n",
        PodServer.PODS, ROUNDS, EVENTS, String.join(" ", FLAGS));
    var samples = new LinkedHashMap<String, List<Sample>>();
    for (var turn = 0; turn < TURNS; turn++) {
      for (var reader : READERS) {
        if (arguments.length == 0 || !reader.equals("fabric8")) {
          samples.computeIfAbsent(reader, _ -> new ArrayList<>()).addAll(run(reader));
        }
      }
    }
    System.out.printf("%n| median | %s |%n", String.join(" | ", samples.keySet()));
    System.out.println("|---".repeat(samples.size() + 1) + "|");
    row("CPU per event, µs", samples.values(), Sample::cpuMicros);
    row("allocated per event, KB", samples.values(), sample -> sample.allocated() / 1000);
    row("live heap, MiB", samples.values(), Sample::liveMiB);
    row("resident memory, MiB", samples.values(), Sample::residentMiB);
  }

  private static void row(
      String what, Collection<List<Sample>> all, ToDoubleFunction<Sample> figure) {
    var figures =
        all.stream()
            .map(samples -> String.format(Locale.ROOT, "%.1f", median(samples, figure)))
            .toList();
    System.out.printf("| %s | %s |%n", what, String.join(" | ", figures));
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
