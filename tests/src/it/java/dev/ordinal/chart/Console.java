package dev.ordinal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The commands of a page for operators, each with what the page shows as its output. They are in
/// blocks marked `console`, after a `$`; a line with `…` alone stands for any lines.
final class Console {
  private static final Pattern BLOCK = Pattern.compile("```console\\n(.*?)```", Pattern.DOTALL);
  private static final String ANY = "(.*\\n)*?.*";
  private static final Path PAGES = Path.of("docs/operations");

  private final Shell shell;

  /// One command, and what the page shows below it.
  record Step(String command, String said) {}

  Console(Shell shell) {
    this.shell = shell;
  }

  /// Runs all commands below one heading, and compares what they say with the page.
  void play(String page, String heading) {
    var steps = steps(page, heading);
    assertThat(steps).as("%s: commands under “%s”", page, heading).isNotEmpty();
    for (var step : steps) {
      // A page that shows an error means it.
      var said =
          step.said().lines().anyMatch(line -> line.startsWith("Error: "))
              ? shell.refused(step.command())
              : shell.require(step.command());
      if (!step.said().isBlank()) {
        assertThat(plain(said)).as("%s\n%s", step.command(), said).matches(pattern(step.said()));
      }
    }
  }

  static List<Step> steps(String page, String heading) {
    var found = new ArrayList<Step>();
    BLOCK
        .matcher(section(page, heading))
        .results()
        .forEach(block -> found.addAll(ofBlock(block.group(1))));
    return found;
  }

  private static String section(String page, String heading) {
    try {
      var text = Files.readString(PAGES.resolve(page));
      var begin = text.indexOf("\n" + heading + "\n");
      assertThat(begin).as("%s: the heading “%s”", page, heading).isNotNegative();
      var level = heading.substring(0, heading.indexOf(' ') + 1);
      var end = text.indexOf("\n" + level, begin + heading.length());
      return end < 0 ? text.substring(begin) : text.substring(begin, end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Step> ofBlock(String block) {
    var found = new ArrayList<Step>();
    for (var part : ("\n" + block).split("\n\\$ ")) {
      if (!part.isBlank()) {
        var lines = part.lines().toList();
        var last = 0;
        while (lines.get(last).endsWith("\\")) {
          last++;
        }
        found.add(
            new Step(
                String.join("\n", lines.subList(0, last + 1)),
                String.join("\n", lines.subList(last + 1, lines.size()))));
      }
    }
    return found;
  }

  /// Without what differs from run to run, and with one space for many. Helm and kubectl write log
  /// lines too: on a busy machine Helm tells there of a watch that it has ended itself.
  static String plain(String said) {
    return said.replaceAll("(?m)^[IWE]\\d{4} [\\d:.]+ +\\d+ \\S+:\\d+] .*\\n", "")
        .replaceAll("(?m)^LAST DEPLOYED: .*$", "LAST DEPLOYED: TIME")
        .replaceAll("\\b\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z", "TIME")
        .replaceAll("(?m)^level=WARN .*$|message: .*$", "WARNING")
        .replaceAll("ErrImagePull|ImagePullBackOff", "NO IMAGE")
        .replaceAll("\\b(\\d+d)?(\\d+h)?(\\d+m)?\\d+[smh]\\b", "AGE")
        .replaceAll("\\bordinal-[a-z0-9]{7,10}-[a-z0-9]{5}\\b", "ordinal-POD")
        .replaceAll("(?m)[ \\t]+", " ")
        .replaceAll("(?m) $", "")
        .strip();
  }

  private static Pattern pattern(String expected) {
    var lines = plain(expected).lines().map(line -> line.equals("…") ? ANY : Pattern.quote(line));
    return Pattern.compile(String.join("\n", lines.toList()).replace(ANY + "\n", "(.*\\n)*?"));
  }
}
