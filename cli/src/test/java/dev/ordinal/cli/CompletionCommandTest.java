package dev.ordinal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionCommandTest {
  /// Says what sets there are instead of asking a cluster; the last name is none.
  private static final String SETS =
      """
      ordinal() {
        case "$*" in
        'get -o name') printf 'statefulset.apps.kruise.io/%s\\n' web webhook db '$(exit)' ;;
        'get -o name -n shop' | 'get -o name --namespace shop') echo asts/till ;;
        'get -o name --namespace=shop') echo asts/till ;;
        esac
      }
      """;

  private static final String BASH = script("bash");

  private static String script(String shell) {
    var out = new StringWriter();
    var writer = new PrintWriter(out);
    assertThat(OrdinalCommand.commandLine().setOut(writer).execute("completion", shell)).isZero();
    return out.toString();
  }

  /// What a plain bash, without any package of completions, offers for the last word; `_` is an
  /// empty one.
  private static String offered(Path folder, String line) throws IOException, InterruptedException {
    var typed = Arrays.stream(line.split(" ")).map(word -> word.equals("_") ? "''" : word).toList();
    var text =
        BASH
            + SETS
            + "COMP_WORDS=(%s)\nCOMP_CWORD=%d\n"
                .formatted(String.join(" ", typed), typed.size() - 1)
            + "_ordinal ordinal\necho \"${COMPREPLY[*]}\"\n";
    var file = Files.writeString(folder.resolve("try.bash"), text);
    var bash =
        new ProcessBuilder("bash", "--norc", "--noprofile", "-u", file.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(said).isZero();
    return said.strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ordinal wh                            | why
          ordinal re                            | release reserve restart resume
          ordinal chaos lose                    | lose-node
          ordinal get --no                      | --no-color
          ordinal get --wat                     | --watch
          ordinal get -o _                      | table wide json yaml name
          ordinal get --output = ya             | yaml
          ordinal why -o json w                 | web webhook
          ordinal why _                         | web webhook db
          ordinal scale d                       | db
          ordinal scale db _                    | ''
          ordinal why -n shop _                 | till
          ordinal why --namespace = shop _      | till
          ordinal why --namespace=shop _        | till
          ordinal plan -f web.yaml we           | web webhook
          ordinal completion _                  | bash zsh fish
          ordinal frobnicate                    | ''
          """)
  void bashOffersWhatFits(String line, String words, @TempDir Path folder)
      throws IOException, InterruptedException {
    assertThat(offered(folder, line)).isEqualTo(words);
  }

  @Test
  void zshReadsTheScriptOfBash() {
    assertThat(script("zsh")).contains("bashcompinit").endsWith(BASH);
  }

  @Test
  void fishIsToldOfCommandsFlagsAndSets() {
    assertThat(script("fish").lines())
        .contains(
            "complete -c ordinal -n '__ordinal_words 1' -a crds -d 'Print the custom resource"
                + " definitions, ready for `kubectl apply -f -`.'",
            "complete -c ordinal -n '__ordinal_after get' -s o -l output -x -a 'table wide json"
                + " yaml name' -d 'table, wide, json, yaml or name. Default: table.'",
            "complete -c ordinal -n '__ordinal_after chaos; and __ordinal_words 2' -a kill-pod -d"
                + " 'Delete a pod at once, without a grace period.'",
            "complete -c ordinal -n '__ordinal_after why' -a '(__ordinal_sets)'");
  }
}
