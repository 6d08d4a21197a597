package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.lint.LintCommand;
import dev.ordinal.command.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs what the guide runs, and everything that the API server is known to refuse.
class LintPageTest {
  private static final Pattern RUN =
      Pattern.compile("(?m)^```\\n\\$ \\./ordinal lint (.+)\\n((?s).*?)^```$");

  private static String lint(String... arguments) {
    var out = new StringWriter();
    var writer = new PrintWriter(out, true);
    var code = CommandLines.of(new LintCommand()).setOut(writer).setErr(writer).execute(arguments);
    return code + "\n" + out;
  }

  @Test
  void guideShowsWhatIsPrinted() throws IOException {
    var runs = RUN.matcher(Files.readString(Path.of("docs/guide/lint.md"))).results().toList();

    assertThat(runs).hasSize(2);
    for (var run : runs) {
      var code = run.group(2).contains("nothing is wrong") ? "0\n" : "1\n";
      assertThat(lint(run.group(1).split(" "))).isEqualTo(code + run.group(2));
    }
  }

  /// Those of one document; of two, the second is about a change, which needs a cluster.
  static List<String> refused() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("tests/src/it/resources/refused"))) {
      return files.filter(LintPageTest::isSingle).map(Path::toString).sorted().toList();
    }
  }

  private static boolean isSingle(Path file) {
    try {
      return !Files.readString(file).contains("\n---\n");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatTheApiServerRefusesIsFound(String file) {
    assertThat(lint("-f", file)).startsWith("1\n");
  }
}
