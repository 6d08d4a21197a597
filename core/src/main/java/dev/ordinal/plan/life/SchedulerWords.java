package dev.ordinal.plan.life;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Why a pod fits no node, in the scheduler's words without its counts: those change with every
/// node that comes or goes, and the cause does not.
final class SchedulerWords {
  /// What follows the reasons, with the full stop or the comma between them.
  private static final Pattern END =
      Pattern.compile("(?s)[.,]?(( preemption: | no new claims to deallocate).*)?\\z");

  private SchedulerWords() {}

  /// The reasons in brackets, after a space; empty when the scheduler gave none.
  static String of(String message) {
    var text = END.matcher(message).replaceFirst("");
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
