package dev.ordinal.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What does not run on the simulated cluster is listed in one place, with its reason.
class OnRealClusterTest {
  private static final Path PAGE = Path.of("docs/reference/simulated-cluster.md");
  private static final Pattern USE =
      Pattern.compile(
          "@OnRealCluster\\(\\s*\"([^\"]+)\"\\)\\s+(?:@\\w+(?:\\([^)]*\\))?\\s+)*(class|void) (\\w+)");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(\\w+IT(?:\\.\\w+)?)` \\| (.+) \\|$");

  @Test
  void everyTestThatNeedsTheRealOneIsListedWithItsReasonAndNoOther() throws IOException {
    var listed =
        ROW.matcher(Files.readString(PAGE))
            .results()
            .map(row -> row.group(1) + ": " + row.group(2))
            .toList();

    assertThat(used()).isNotEmpty().containsExactlyInAnyOrderElementsOf(listed);
  }

  /// Reasons in another form would escape the list.
  @Test
  void everyUseIsFound() throws IOException {
    var uses =
        sources().stream()
            .map(OnRealClusterTest::read)
            .flatMap(text -> text.lines())
            .filter(line -> line.strip().startsWith("@OnRealCluster"));

    assertThat(uses).hasSameSizeAs(used());
  }

  private static List<String> used() throws IOException {
    return sources().stream().flatMap(OnRealClusterTest::uses).toList();
  }

  private static Stream<String> uses(Path file) {
    var type = file.getFileName().toString().replace(".java", "");
    return USE.matcher(read(file))
        .results()
        .map(
            use ->
                (use.group(2).equals("class") ? type : type + "." + use.group(3))
                    + ": "
                    + use.group(1));
  }

  private static List<Path> sources() throws IOException {
    try (var files = Files.walk(Path.of("tests/src/it/java"))) {
      return files.filter(file -> file.toString().endsWith("IT.java")).toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
