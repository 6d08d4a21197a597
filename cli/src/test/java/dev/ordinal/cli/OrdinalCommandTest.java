package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The replies to wrong arguments.
class OrdinalCommandTest {
  private static String run(String words) {
    var told = new StringWriter();
    var writer = new PrintWriter(told, true);
    var arguments = words.isEmpty() ? new String[0] : words.split(" ");
    var code =
        OrdinalCommand.commandLine()
            .setOut(writer)
            .setErr(writer)
            .execute(OrdinalCommand.meant(arguments));
    return told.toString().strip() + " (" + code + ")";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          up --nodes x     | Invalid value for option '--nodes': 'x' is not a whole number between 1 and 1000: `ordinal up --help` has more. (2)
          up --nodes 999999999999 | Invalid value for option '--nodes': '999999999999' is not a whole number between 1 and 1000: `ordinal up --help` has more. (2)
          up --nodes 0     | Invalid value for option '--nodes': '0' is not a whole number between 1 and 1000: `ordinal up --help` has more. (2)
          up --seed abc    | Invalid value for option '--seed': 'abc' is not a whole number between -9223372036854775808 and 9223372036854775807: `ordinal up --help` has more. (2)
          up --port 65536  | Invalid value for option '--port': '65536' is not a whole number between 0 and 65535: `ordinal up --help` has more. (2)
          up --speed NaN   | Invalid value for option '--speed': 'NaN' is not a number between 0.01 and 1000: `ordinal up --help` has more. (2)
          up extra         | `ordinal up` takes no argument extra: `ordinal up --help` has more. (2)
          up --node 3      | `ordinal up` has no option --node: did you mean --nodes? (2)
          up --frobnicate  | `ordinal up` has no option --frobnicate: `ordinal up --help` lists them. (2)
          up -x            | `ordinal up` has no option -x: `ordinal up --help` lists them. (2)
          up --prot=1      | `ordinal up` has no option --prot: did you mean --port? (2)
          chaos slow       | Missing required parameter: 'FACTOR': `ordinal chaos slow --help` has more. (2)
          chaos kill-node a | `ordinal chaos` has no command kill-node: did you mean kill-pod? (2)
          controler        | `ordinal` has no command controler: did you mean controller? (2)
          upp              | `ordinal` has no command upp: did you mean up? (2)
          crd              | `ordinal` has no command crd: did you mean crds? (2)
          top              | `ordinal` has no command top: `ordinal --help` lists them. (2)
          start            | `ordinal` has no command start: did you mean restart? (2)
          help nope        | `ordinal` has no command nope: `ordinal --help` lists them. (2)
          get -o jsn       | Invalid value for option '--output': 'jsn' is none of table, wide, json, yaml, name: `ordinal get --help` has more. (2)
          completion ksh   | Invalid value for positional parameter at index 0 (SHELL): 'ksh' is none of bash, zsh, fish: `ordinal completion --help` has more. (2)
          up --feature-gates=X=true | --feature-gates: there is no gate X: write one of
          """)
  void mistakeIsOneLine(String words, String answer) {
    assertThat(run(words)).startsWith(answer).hasLineCount(1);
  }

  /// The chosen command is made alone: with another name than its own it would not be found.
  @Test
  void everyCommandIsFoundByItsName() {
    for (var name : OrdinalCommand.commandLine().getSubcommands().keySet()) {
      assertThat(OrdinalCommand.chosen(name).getSubcommands()).containsOnlyKeys(name);
    }
  }

  @Test
  void nothingAtAllIsAnsweredWithWhatThereIs() {
    assertThat(run(""))
        .startsWith("Missing required subcommand")
        .contains("Usage: ordinal [-hV] COMMAND", "  chaos ", "  up ")
        .endsWith("(2)");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(run("help")).isEqualTo(run("--help")).contains("Usage: ordinal ");
    assertThat(run("help get")).isEqualTo(run("get --help")).contains("Usage: ordinal get ");
    assertThat(run("help chaos slow")).isEqualTo(run("chaos slow --help")).contains("chaos slow ");
  }

  @Test
  void exitCodesComeLastInEveryHelp() {
    for (var name : OrdinalCommand.commandLine().getSubcommands().keySet()) {
      var lines = run(name + " --help").lines().toList();
      var options =
          lines.indexOf(
              lines.stream().filter(line -> line.contains("--help")).findFirst().orElseThrow());
      assertThat(lines.subList(0, options))
          .as(name)
          .noneMatch(line -> line.startsWith("Exit code"));
    }
  }

  @Test
  void helpBreaksNoPathAndNoCommand() {
    var text = run("up --help");
    assertThat(text)
        .contains("~/.cache/ordinal/up/kubeconfig", "-h, --help", "--nodes=COUNT")
        .contains("How many nodes, 1 to 1000. Default: 4.");
    assertThat(run("--help")).contains("`kubectl apply -f -`");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }
}
