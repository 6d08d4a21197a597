package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Holds the page of promises and the rules of both kinds of tests together.
class PromisesTest {
  private static final Path PAGE = Path.of("docs/reference/promises.md");
  private static final Path PLAN = Path.of("core/src/test/java/dev/ordinal/plan");
  private static final Path LAWS = Path.of("tests/src/test/java/dev/ordinal/sim/law");

  @Test
  void everyInvariantKeepsAPromiseAndNoOtherIsNamed() throws IOException {
    var invariants = new TreeSet<String>();
    for (var file : List.of("Invariants.java", "LifeInvariants.java")) {
      invariants.addAll(
          found("rules\\.put\\(\\s*\"([^\"]+)\"", Files.readString(PLAN.resolve(file))));
    }

    assertThat(named(2)).isEqualTo(invariants);
  }

  @Test
  void everyLawKeepsAPromiseAndNoOtherIsNamed() throws IOException {
    var laws = new TreeSet<String>();
    try (var files = Files.list(LAWS)) {
      for (var file : files.toList()) {
        laws.addAll(found("class (\\w+) implements Law\\b", Files.readString(file)));
      }
    }

    assertThat(named(3)).isEqualTo(laws);
  }

  /// The names in one column of the page's tables.
  private static SortedSet<String> named(int column) throws IOException {
    var names = new TreeSet<String>();
    for (var line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| ") && !line.startsWith("| promise ")) {
        names.addAll(found("`([^`]+)`", line.split("\\|", -1)[column]));
      }
    }
    return names;
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(hit -> hit.group(1)).toList();
  }
}
