package dev.ordinal.bench.peers;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/// What one step of one round took. Writes are those of the controller, refused ones included.
record Measurement(int round, Step step, Peer peer, int pods, Map<Quantity, Double> values) {
  static final String HEAD = "round\tfamily\tstep\tcontroller\tpods\tvalues";

  /// A line of the file of raw results.
  String line() {
    return String.join(
        "\t",
        Integer.toString(round),
        step.family().name(),
        step.title(),
        peer.label(),
        Integer.toString(pods),
        values.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" ")));
  }

  static Measurement parse(String line) {
    var cells = line.split("\t", -1);
    var values = new EnumMap<Quantity, Double>(Quantity.class);
    for (var value : cells[5].split(" ")) {
      var pair = value.split("=", 2);
      values.put(Quantity.valueOf(pair[0]), Double.valueOf(pair[1]));
    }
    return new Measurement(
        Integer.parseInt(cells[0]),
        new Step(Step.Family.valueOf(cells[1]), cells[2]),
        Peer.named(cells[3]),
        Integer.parseInt(cells[4]),
        values);
  }
}
