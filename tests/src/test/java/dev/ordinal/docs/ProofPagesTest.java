package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Holds the pages that say what is shown to the tests that show it.
class ProofPagesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|.*\\|([^|]*)\\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  @ParameterizedTest
  @CsvSource({"kruise-examples.md, 15", "kruise-defects.md, 30"})
  void everyRowNamesTestsThatExist(String page, int rows) throws IOException {
    var text = Files.readString(Path.of("docs/reference", page));
    var found = ROW.matcher(text).results().toList();

    assertThat(found)
        .extracting(row -> row.group(1))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, rows).mapToObj(i -> "" + i).toList());
    for (var row : found) {
      var tests = TEST.matcher(row.group(2)).results().toList();
      assertThat(tests.isEmpty() ? row.group(2).strip() : "")
          .as("row %s of %s", row.group(1), page)
          .isIn("", "not yet");
      for (var test : tests) {
        assertThat(source(test.group(1)))
            .as("%s, named in row %s of %s", test.group(), row.group(1), page)
            .anyMatch(line -> line.contains("  void " + test.group(2) + "("));
      }
    }
  }

  /// The lines of the test class; none where there is no such class.
  private static List<String> source(String name) throws IOException {
    try (var files = Files.walk(Path.of(""))) {
      var file = files.filter(path -> path.endsWith(name + ".java")).findFirst();
      return file.isPresent() ? Files.readAllLines(file.get()) : List.of();
    }
  }
}
