package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the program says to words that it does not understand.
class OrdinalCommandTest {
  private static String run(String words) {
    var told = new StringWriter();
    var writer = new PrintWriter(told, true);
    var arguments = words.isEmpty() ? new String[0] : words.split(" ");
    var code = OrdinalCommand.commandLine().setOut(writer).setErr(writer).execute(arguments);
    return told.toString().strip() + " (" + code + ")";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          up --nodes x     | Invalid value for option '--nodes': 'x' is not an int\\n`ordinal up --help` tells more. (2)
          up extra         | Unmatched argument at index 1: 'extra'\\n`ordinal up --help` tells more. (2)
          up --node 3      | Unknown options: '--node', '3'\\nPossible solutions: --nodes (2)
          chaos slow       | Missing required parameter: 'FACTOR'\\n`ordinal chaos slow --help` tells more. (2)
          controler        | Unmatched argument at index 0: 'controler'\\nDid you mean: ordinal controller or ordinal version? (2)
          up --feature-gates=X=true | --feature-gates: there is no gate X: write one of
          """)
  void mistakeIsOneLineAndAHint(String words, String answer) {
    assertThat(run(words)).startsWith(answer.replace("\\n", System.lineSeparator()));
  }

  @Test
  void nothingAtAllIsAnsweredWithWhatThereIs() {
    assertThat(run(""))
        .startsWith("Missing required subcommand")
        .contains("Usage: ordinal [-hV] COMMAND", "  chaos ", "  up ")
        .endsWith("(2)");
  }
}
