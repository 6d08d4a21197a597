package dev.ordinal.plan.life;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Why a pod fits no node, in the scheduler's words without its counts: those change with every
/// node that comes or goes, and the cause does not.
final class SchedulerWords {
  private static final List<String> AFTERTHOUGHTS =
      List.of(" preemption: ", " no new claims to deallocate");

  private SchedulerWords() {}

  /// The reasons in brackets, after a space; empty when the scheduler gave none.
  static String of(String message) {
    var text = message;
    for (var afterthought : AFTERTHOUGHTS) {
      var start = text.indexOf(afterthought);
      text = start < 0 ? text : text.substring(0, start);
    }
    text = text.endsWith(".") || text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
    var reasons = text.matches("\\d+/\\d+ nodes are available: .*") ? reasons(text) : text.strip();
    return reasons.isEmpty() ? "" : " (" + reasons + ")";
  }

  private static String reasons(String text) {
    return Stream.of(text.substring(text.indexOf(": ") + 2).split(", "))
        .map(reason -> reason.replaceFirst("^\\d+ ", ""))
        .sorted()
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
