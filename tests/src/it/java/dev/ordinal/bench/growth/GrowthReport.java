package dev.ordinal.bench.growth;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// The page of `make bench-growth`.
record GrowthReport(
    SequencedMap<Integer, Map<String, Double>> clusters,
    SequencedMap<Integer, Map<String, Double>> sets,
    List<String> arguments) {

  /// A row of a table: what, which figure, by what it is divided, and with how many digits.
  private record Row(String what, String figure, double unit, int digits) {}

  private static final List<Row> OF_CLUSTERS =
      List.of(
          new Row("an event read and stored, CPU (µs)", "readMicros", 1, 0),
          new Row("the same, allocated (KB)", "readBytes", 1e3, 1),
          new Row("an event with the turn of its set, CPU (µs)", "turnMicros", 1, 0),
          new Row("the same, allocated (KB)", "turnBytes", 1e3, 1),
          new Row("heap of a pod, its set and revision included (KB)", "heapOfPod", 1e3, 2),
          new Row("restart to the first decision, CPU (s)", "startCpu", 1, 2),
          new Row("the same, passed (s)", "startSeconds", 1, 2),
          new Row("every set planned once more, CPU (s)", "allTurnsCpu", 1, 2),
          new Row("requests that this made", "requests", 1, 0));

  private static final List<Row> OF_SETS =
      List.of(
          new Row("heap of a pod (KB)", "heapOfPod", 1e3, 2),
          new Row("plan of the set at rest, CPU (ms)", "restMillis", 1, 1),
          new Row("the same, allocated (MB)", "restBytes", 1e6, 2),
          new Row("plan of a rollout that begins, CPU (ms)", "rolloutMillis", 1, 1),
          new Row("the same, allocated (MB)", "rolloutBytes", 1e6, 2));

  String text() {
    var command = "make bench-growth";
    return """
        # Growth

        What an event, a pod and a turn cost in clusters of rising size. `%s` feeds the readers, the
        engine and the planner of production from files, as an API server sends them: a real one does not hold 50,000 pods on
        the machine of this run. Pods have 6.5 KB. Each size has a JVM of its own with the flags that ship; processor time
        includes compiler and collector. The network and the start of the JVM are not part of it: see
        [the start of the whole controller](peers.md#rest-crowds-and-starts).

        Measured %s on %d cores, load average %s.

        ## Sets of ten pods

        %s
        ## One set with all pods

        A plan is made from a snapshot; this is what a turn does before its first request.

        %s"""
        .formatted(
            arguments.isEmpty()
                ? command
                : command + " ARGS=\"" + String.join(" ", arguments) + "\"",
            LocalDate.now(ZoneOffset.UTC),
            Runtime.getRuntime().availableProcessors(),
            load(),
            table(OF_CLUSTERS, clusters),
            table(OF_SETS, sets));
  }

  private static String load() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return String.format(Locale.ROOT, "%.1f", system.getSystemLoadAverage());
  }

  private static String table(List<Row> rows, SequencedMap<Integer, Map<String, Double>> columns) {
    var text = new StringBuilder("| pods |");
    columns.keySet().forEach(pods -> text.append(String.format(Locale.ROOT, " %,d |", pods)));
    text.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
    for (var row : rows) {
      text.append("| ").append(row.what()).append(" | ");
      text.append(
          columns.values().stream()
              .map(figures -> show(figures.getOrDefault(row.figure(), Double.NaN), row))
              .collect(Collectors.joining(" | ")));
      text.append(" |\n");
    }
    return text.toString();
  }

  private static String show(double value, Row row) {
    return String.format(Locale.ROOT, "%,." + row.digits() + "f", value / row.unit());
  }
}
