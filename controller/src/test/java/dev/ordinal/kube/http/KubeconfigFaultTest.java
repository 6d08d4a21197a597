package dev.ordinal.kube.http;

import static dev.ordinal.kube.http.KubeconfigFiles.Source.DEFAULT;
import static dev.ordinal.kube.http.KubeconfigFiles.Source.FLAG;
import static dev.ordinal.kube.http.KubeconfigFiles.Source.VARIABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kubeconfigs that make no sense, and what is said about them.
class KubeconfigFaultTest {
  private static final String CREDENTIAL =
      "{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"kind\": \"ExecCredential\","
          + " \"status\": {\"token\": \"t\"}}";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          clusters:;- name: a;\tcluster: x | is invalid at line 3, column 1: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation).
          clusters: [}                     | is invalid at line 1, column 12: expected the node content, but found '}'.
          # nothing;---                    | is empty: it needs a cluster, a user and a context.
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

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Connection open(KubeconfigFiles.Source source, Path... files) {
    return Connection.open(
        Connection.Options.none(), new KubeconfigFiles(source, List.of(files)), "1");
  }

  private static String exec(String command) {
    return "{exec: {apiVersion: client.authentication.k8s.io/v1, command: %s}}".formatted(command);
  }

  private static String user(String user) {
    return """
        clusters: [{name: c, cluster: {server: "https://one.example:6443"}}]
        contexts: [{name: here, context: {cluster: c, user: me}}]
        current-context: here
        users: [{name: me, user: %s}]
        """
        .formatted(user);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          no-such-login   | is not on the PATH: install it.
          /nowhere/login  | is no program: check the path.
          ./login         | is no program: check the path.
          false           | gives none: run it to see why.
          /bin/false      | gives none: run it to see why.
          """)
  void commandWithoutCredentialsIsNamed(String command, String why) throws IOException {
    var file = file("exec", user(exec(command)));

    assertThatThrownBy(() -> open(FLAG, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The kubeconfig %s gets the credentials of user me from the command %s, which %s"
                .formatted(file, command, why));
  }

  @Test
  void commandWithCredentialsIsFine() throws IOException {
    var script = file("login", "#!/bin/sh\necho '%s'\n".formatted(CREDENTIAL));
    assertThat(script.toFile().setExecutable(true)).isTrue();

    open(FLAG, file("exec", user(exec("./login")))).close();
  }

  @Test
  void folderIsNoKubeconfig() {
    for (var source : List.of(FLAG, VARIABLE)) {
      assertThatThrownBy(() -> open(source, folder))
          .hasMessage("The kubeconfig %s is a folder: name a file in it.", folder);
    }
  }

  @Test
  void missingAndEmptyFilesOfAListAreSkipped() throws IOException {
    var good = file("good", user("{token: t}"));
    try (var found = open(VARIABLE, file("empty", ""), folder.resolve("absent"), good)) {
      assertThat(found.api().peer())
          .isEqualTo(new Api.Peer("https://one.example:6443", good.toString()));
    }
    assertThatThrownBy(() -> open(VARIABLE, folder.resolve("empty"), folder.resolve("absent")))
        .hasMessage(
            "The kubeconfig %s is empty: it needs a cluster, a user and a context.",
            folder.resolve("empty"));
  }

  @Test
  void fileOfAListThatMakesNoSenseIsNamed() throws IOException {
    var good = file("good", user("{token: t}"));
    var bad = file("bad", "clusters: [}");
    assertThatThrownBy(() -> open(VARIABLE, good, bad))
        .hasMessageStartingWith("The kubeconfig %s is invalid at line 1, column 12: ", bad);
  }

  @Test
  void findingNoClusterIsToldWithWhereItWasLookedFor() throws IOException {
    var absent = folder.resolve("absent");
    assertThatThrownBy(() -> open(VARIABLE, absent, folder.resolve("other")))
        .hasMessage(
            "No cluster was found: KUBECONFIG names no file that exists: %s:%s.",
            absent, folder.resolve("other"));
    assertThatThrownBy(() -> open(DEFAULT, absent))
        .hasMessage(
            "No cluster was found: give --kubeconfig, set KUBECONFIG, or run inside a cluster.");

    var file = file("half", user("{token: t}").replace("current-context: here", ""));
    for (var source : List.of(FLAG, VARIABLE)) {
      assertThatThrownBy(() -> open(source, file))
          .hasMessage(
              "The kubeconfig %s names no cluster: set its current-context, or give --context.",
              file);
    }
  }
}
