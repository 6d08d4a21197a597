package dev.ordinal.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/// One goal, and whether every step that it is about reaches it. A goal that no step of the run is
/// about is open.
record GoalCheck(Goal goal, List<Finding> findings) {
  GoalCheck {
    findings = List.copyOf(findings);
  }

  /// @param digits how exactly figures are shown
  record Goal(String quantity, String words, double limit, int digits, String next) {}

  record Finding(Step step, double value) {}

  static GoalCheck of(Goal goal, List<Step> steps, Function<Step, OptionalDouble> figure) {
    var findings = new ArrayList<Finding>();
    for (var step : steps) {
      figure.apply(step).ifPresent(value -> findings.add(new Finding(step, value)));
    }
    return new GoalCheck(goal, findings);
  }

  boolean isOpen() {
    return findings.isEmpty();
  }

  boolean isReached() {
    return !isOpen() && missed().isEmpty();
  }

  String word() {
    if (isOpen()) {
      return "not measured";
    }
    return isReached() ? "passed" : "missed";
  }

  List<Finding> missed() {
    return findings.stream().filter(each -> each.value() > goal.limit()).toList();
  }

  /// From the best to the worst step.
  String measured() {
    if (isOpen()) {
      return "–";
    }
    var least = findings.stream().mapToDouble(Finding::value).min().orElseThrow();
    var most = findings.stream().mapToDouble(Finding::value).max().orElseThrow();
    var one = show(least);
    return one.equals(show(most)) ? one : one + " to " + show(most);
  }

  String show(double value) {
    return String.format(Locale.ROOT, "%." + goal.digits() + "f", value);
  }
}
