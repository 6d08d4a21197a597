package dev.ordinal.bench.peers;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/// Medians of all rounds, as a table in Markdown.
final class PeersReport {
  private static final String HEAD =
      """
      | step | controller | time (s) | spread | × native | writes a pod | conflicts | CPU (s) | × native | API server CPU (s) | resident (MB) |
      |---|---|---|---|---|---|---|---|---|---|---|
      """;

  private final SequencedMap<String, Map<Peer, List<Measurement>>> steps = new LinkedHashMap<>();

  PeersReport(List<Measurement> all) {
    for (var each : all) {
      steps
          .computeIfAbsent(each.step(), _ -> new EnumMap<>(Peer.class))
          .computeIfAbsent(each.peer(), _ -> new ArrayList<>())
          .add(each);
    }
  }

  String markdown() {
    var text = new StringBuilder(HEAD);
    steps.forEach(
        (step, peers) -> {
          var yardstick = peers.getOrDefault(Peer.NATIVE, List.of());
          peers.forEach((peer, rounds) -> text.append(row(step, peer, rounds, yardstick)));
        });
    return text.toString();
  }

  private static String row(
      String step, Peer peer, List<Measurement> rounds, List<Measurement> yardstick) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.1f | %.1f–%.1f | %s | %.2f | %.0f | %.2f | %s | %.1f | %.0f |%n",
        step,
        peer.label(),
        median(rounds, Measurement::seconds),
        rounds.stream().mapToDouble(Measurement::seconds).min().orElseThrow(),
        rounds.stream().mapToDouble(Measurement::seconds).max().orElseThrow(),
        ratio(rounds, yardstick, Measurement::seconds),
        median(rounds, Measurement::writesPerPod),
        median(rounds, Measurement::conflicts),
        median(rounds, Measurement::controllerSeconds),
        ratio(rounds, yardstick, Measurement::controllerSeconds),
        median(rounds, Measurement::serverSeconds),
        median(rounds, Measurement::residentMegabytes));
  }

  private static String ratio(
      List<Measurement> rounds,
      List<Measurement> yardstick,
      ToDoubleFunction<Measurement> quantity) {
    if (yardstick.isEmpty() || median(yardstick, quantity) == 0) {
      return "";
    }
    return String.format(
        Locale.ROOT, "%.2f", median(rounds, quantity) / median(yardstick, quantity));
  }

  static double median(List<Measurement> rounds, ToDoubleFunction<Measurement> quantity) {
    var sorted = rounds.stream().mapToDouble(quantity).sorted().toArray();
    var middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
