package dev.ordinal.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// Words and numbers that both reports show.
final class Prose {
  static final String METHOD =
      """
      The native controller (in a process of its own), the pinned kruise-manager and Ordinal take the same steps in turn, \
      each on a fresh control plane with an empty store, without client limits, with pods that start and stop in 0.2 s. \
      *native-limited* is the native controller with the limits of its client that it has by default. Requests are those \
      that the audit log shows for the user of each; events and leases do not count. A step ends when the status of the set \
      says that all is done. Figures are medians of the rounds, after a warm-up; times and processor times have their least \
      and most beside them.""";

  static final String CAUTION =
      """
      The processes share the cores of one machine with API server, etcd, scheduler, kubelets and the benchmark itself, so \
      that ratios count more than seconds. The native controller runs in a process that holds nothing else; kruise-manager \
      holds its other controllers and its webhooks too. Ordinal runs as in its image: with the same runtime, flags \
      and cache of classes, as a pod finds the API server, and without an election, since it is alone.""";

  private Prose() {}

  static String number(OptionalDouble value, int digits) {
    return value.isPresent()
        ? String.format(Locale.ROOT, "%,." + digits + "f", value.getAsDouble())
        : "";
  }

  /// `3.5 (3.3–3.9)`.
  static String spread(Results results, Step step, Peer peer, Quantity quantity) {
    var digits = quantity.digits();
    var middle = number(results.median(step, peer, quantity), digits);
    var least = number(results.least(step, peer, quantity), digits);
    var most = number(results.most(step, peer, quantity), digits);
    return least.equals(most) ? middle : "%s (%s–%s)".formatted(middle, least, most);
  }

  static List<String> environment(Scene scene, Results results) {
    return List.of(
        "Command: `%s`".formatted(scene.command()),
        "%s, commit `%s`, rounds: %d".formatted(scene.day(), scene.commit(), results.rounds()),
        "%s; Kubernetes %s".formatted(scene.machine(), Scene.kubernetes()),
        "Load average %s at the start, %s at the end".formatted(scene.load(), scene.loadAtEnd()));
  }

  /// What a missed goal lacks.
  static String shortfall(GoalCheck check) {
    var goal = check.goal();
    var worst =
        check.missed().stream().max((a, b) -> Double.compare(a.value(), b.value())).orElseThrow();
    return "%s (goal %s): missed in %d of %d steps, furthest in “%s” with %s. %s"
        .formatted(
            goal.quantity(),
            goal.words(),
            check.missed().size(),
            check.findings().size(),
            worst.step().title(),
            check.show(worst.value()),
            goal.next())
        .strip();
  }

  /// At most 120 columns, continued below `indent`.
  static String wrapped(String text, String indent) {
    var lines = new StringBuilder();
    var line = new StringBuilder();
    for (var word : text.strip().split("\\s+")) {
      if (line.length() + word.length() + 1 > 118) {
        lines.append(line).append('\n');
        line.setLength(0);
        line.append(indent);
      } else if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
