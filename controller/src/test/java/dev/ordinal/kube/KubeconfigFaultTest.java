package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kubeconfigs that make no sense, and what is said about them.
class KubeconfigFaultTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          clusters:;- name: a;\tcluster: x | makes no sense at line 3, column 1: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation).
          clusters: 7                      | has a value of the wrong kind in clusters.
          clusters:;- {name: a, cluster: {server: {}}} | has a value of the wrong kind in clusters[0].cluster.server.
          clusters:;- {name: a, cluster: {server: 'http://a b'}};contexts:;- {name: c, context: {cluster: a}};current-context: c | has a server that is no address: http://a b/.
          clusters:;- {name: a, cluster: {server: 'http://a', certificate-authority: /nowhere}};contexts:;- {name: c, context: {cluster: a}};current-context: c | names a file that cannot be read, certificate-authority: /nowhere.
          """)
  void faultNamesFileAndPlace(String text, String sentence) throws IOException {
    var lines = text.replace(";", "\n").replace("\\t", "\t");
    var file = Files.writeString(folder.resolve("config"), lines);
    var options = new Connection.Options(Optional.of(file), Optional.empty(), Optional.empty());

    assertThatThrownBy(() -> Connection.open(options, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The kubeconfig %s %s".formatted(file, sentence.replace("\\\\t", "\\t")));
  }
}
