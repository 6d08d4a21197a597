package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.view.Advice;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.why.Explanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Explanations for people: first causes with what ends them, then what follows from them.
record WhyText(Screen screen) {

  /// What is told once of all pods that it is true of.
  private record Ending(String reason, Advice advice, Optional<Instant> since) {
    static Ending of(Explanation each) {
      return new Ending(each.reason(), each.advice(), each.since());
    }
  }

  List<String> lines(SetOverview set, List<Explanation> found) {
    if (found.isEmpty()) {
      return List.of(
          "%s waits for nothing: %s"
              .formatted(set.key().name(), screen.paint(Tone.PLAIN, set.message())));
    }
    var lines = new ArrayList<String>();
    found.stream()
        .filter(Explanation::isFirst)
        .collect(Collectors.groupingBy(Ending::of, LinkedHashMap::new, Collectors.toList()))
        .forEach((ending, causes) -> lines.addAll(cause(set, ending, causes)));
    var rest = found.stream().filter(each -> !each.isFirst()).toList();
    if (!rest.isEmpty()) {
      lines.add(screen.paint(Tone.STRONG, "Because of that:"));
      rest.forEach(each -> lines.addAll(wrapped("  ", each.sentence(), Tone.PLAIN)));
      return lines;
    }
    // An empty line is between two causes only.
    return lines.subList(0, lines.size() - 1);
  }

  private List<String> cause(SetOverview set, Ending ending, List<Explanation> causes) {
    var lines = new ArrayList<String>();
    causes.forEach(each -> lines.addAll(wrapped("", each.sentence(), Tone.STRONG)));
    ending
        .since()
        .ifPresent(
            since ->
                lines.add("  since %s (%s)".formatted(since, AgeText.between(since, set.now()))));
    lines.addAll(wrapped("  ", "ends when " + ending.advice().ends(), Tone.PLAIN));
    if (!ending.advice().command().isEmpty()) {
      lines.add("  run: " + screen.paint(Tone.BUSY, ending.advice().command()));
    }
    lines.add("");
    return lines;
  }

  private List<String> wrapped(String indent, String text, Tone tone) {
    return screen.wrapped(indent, text, tone);
  }
}
