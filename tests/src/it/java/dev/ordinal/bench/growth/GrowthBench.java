package dev.ordinal.bench.growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Engine, planner and readers of production with clusters of rising size, without a network:
/// `make bench-growth`. Each size has a JVM of its own, with the flags that ship.
public final class GrowthBench {
  private static final int SMALL_SET = 10;
  private static final int BIGGEST_SET = 10_000;

  private GrowthBench() {}

  /// The arguments are numbers of pods in rising order.
  public static void main(String[] arguments) throws IOException {
    var sizes =
        arguments.length == 0
            ? List.of(1_000, 10_000, 50_000)
            : Arrays.stream(arguments).map(Integer::valueOf).toList();
    var clusters = new LinkedHashMap<Integer, Map<String, Double>>();
    var sets = new LinkedHashMap<Integer, Map<String, Double>>();
    var report = new GrowthReport(clusters, sets, List.of(arguments));
    for (var pods : sizes) {
      System.err.printf("%,d pods in sets of %d%n", pods, SMALL_SET);
      clusters.put(pods, measure("cluster", pods, SMALL_SET));
      write(report);
    }
    for (var pods : sizes.stream().filter(size -> size <= BIGGEST_SET).toList()) {
      System.err.printf("%,d pods in one set%n", pods);
      sets.put(pods, measure("set", pods, pods));
      write(report);
    }
    System.out.print(report.text());
  }

  /// A busy machine shows what it has.
  private static void write(GrowthReport report) throws IOException {
    var folder = Path.of(report.arguments().isEmpty() ? "docs/benchmarks" : "target/bench");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("growth.md"), report.text());
  }

  private static Map<String, Double> measure(String what, int pods, int replicas)
      throws IOException {
    var folder = Files.createTempDirectory("ordinal-growth");
    try {
      var world = new World(folder, pods, replicas);
      world.write(Memory.settledStatus(world)).writeEvents();
      return figures(
          List.of(what, folder.toString(), Integer.toString(pods), Integer.toString(replicas)));
    } finally {
      remove(folder);
    }
  }

  private static Map<String, Double> figures(List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        List.of("@controller/jvm.options", "-cp", System.getProperty("java.class.path")));
    command.add(GrowthWorker.class.getName());
    command.addAll(arguments);
    var worker = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var figures = new LinkedHashMap<String, Double>();
    try (var lines = worker.inputReader()) {
      // Of a figure that is told several times the last counts: before it the JVM compiles.
      lines
          .lines()
          .map(line -> line.split(" "))
          .forEach(pair -> figures.put(pair[0], Double.valueOf(pair[1])));
    }
    if (figures.isEmpty()) {
      throw new IOException("the worker gave up; its words are above");
    }
    return figures;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
