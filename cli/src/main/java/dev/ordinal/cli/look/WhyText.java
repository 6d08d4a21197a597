package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.command.HelpText;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.why.Explanation;
import java.util.ArrayList;
import java.util.List;

/// Explanations for people: first causes with what ends them, then what follows from them.
record WhyText(Screen screen) {
  private static final int READABLE = 100;

  List<String> lines(SetOverview set, List<Explanation> found) {
    if (found.isEmpty()) {
      return List.of("%s waits for nothing: %s".formatted(set.key().name(), plain(set.message())));
    }
    var lines = new ArrayList<String>();
    for (var each : found.stream().filter(Explanation::isFirst).toList()) {
      lines.addAll(cause(set, each));
    }
    var rest = found.stream().filter(each -> !each.isFirst()).toList();
    if (!rest.isEmpty()) {
      lines.add(screen.paint(Tone.STRONG, "Because of that:"));
      rest.forEach(each -> lines.addAll(wrapped("  ", each.sentence(), Tone.PLAIN)));
    }
    return lines;
  }

  private List<String> cause(SetOverview set, Explanation each) {
    var lines = new ArrayList<>(wrapped("", each.sentence(), Tone.STRONG));
    each.since()
        .ifPresent(
            since ->
                lines.add("  since %s (%s)".formatted(since, AgeText.between(since, set.now()))));
    lines.addAll(wrapped("  ", "ends when " + each.advice().ends(), Tone.PLAIN));
    if (!each.advice().command().isEmpty()) {
      lines.add("  run: " + screen.paint(Tone.BUSY, each.advice().command()));
    }
    lines.add("");
    return lines;
  }

  private List<String> wrapped(String indent, String text, Tone tone) {
    var width = Math.max(40, Math.min(READABLE, screen.size().columns()) - indent.length());
    return HelpText.fold(plain(text), width).stream()
        .map(line -> indent + screen.paint(tone, line))
        .toList();
  }

  private String plain(String text) {
    return screen.paint(Tone.PLAIN, text);
  }
}
