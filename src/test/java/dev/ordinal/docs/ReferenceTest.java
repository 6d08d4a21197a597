package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.OrdinalCommand;
import dev.ordinal.plan.Hold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Holds the reference pages and the program together: what only one of them knows is named by the
/// failure.
class ReferenceTest {
  private static final Path REFERENCE = Path.of("docs/reference");

  /// Every command has these, and the page says so once, at the root.
  private static final List<String> COMMON = List.of("-h", "--help", "-V", "--version");

  @Test
  void everyHoldReasonIsExplainedAndNoOther() throws IOException {
    var reasons =
        Arrays.stream(Hold.Reason.class.getPermittedSubclasses()).map(Class::getSimpleName);
    var explained = Pattern.compile("(?m)^\\| `(\\w+)`");

    assertThat(found(explained, REFERENCE.resolve("holds.md")))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(reasons.toList());
  }

  @Test
  void everyCommandAndFlagIsExplainedAndNoOther() throws IOException {
    var known = new TreeMap<String, List<String>>();
    collect("ordinal", new CommandLine(OrdinalCommand.class), known);

    assertThat(explainedFlags()).isEqualTo(known);
  }

  private static void collect(String path, CommandLine command, TreeMap<String, List<String>> all) {
    var flags =
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> Stream.of(option.names()))
            .filter(name -> path.equals("ordinal") || !COMMON.contains(name))
            .sorted()
            .toList();
    all.put(path, flags);
    command.getSubcommands().forEach((name, below) -> collect(path + " " + name, below, all));
  }

  /// The flags in the first column of the tables below each command's heading.
  private static TreeMap<String, List<String>> explainedFlags() throws IOException {
    var explained = new TreeMap<String, List<String>>();
    var flag = Pattern.compile("`(--?[a-zA-Z-]+)[^`]*`");
    var command = "";
    for (var line : Files.readAllLines(REFERENCE.resolve("flags.md"))) {
      if (line.startsWith("## `")) {
        command = line.substring(4, line.length() - 1);
        explained.put(command, new ArrayList<>());
      } else if (line.startsWith("| `-")) {
        flag.matcher(line.split("\\|")[1])
            .results()
            .map(result -> result.group(1))
            .forEach(explained.get(command)::add);
      }
    }
    explained.values().forEach(flags -> flags.sort(null));
    return explained;
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    var link = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)[^)]*\\)");
    for (var page : pages()) {
      for (var target : found(link, page)) {
        assertThat(page.resolveSibling(target)).as("link in %s", page).exists();
      }
    }
  }

  private static List<Path> pages() throws IOException {
    try (var top = Files.list(Path.of(""));
        var below = Files.walk(Path.of("docs"))) {
      return Stream.concat(top, below).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    return pattern
        .matcher(Files.readString(page))
        .results()
        .map((MatchResult result) -> result.group(1))
        .toList();
  }
}
