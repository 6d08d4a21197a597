package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.cli.OrdinalCommand;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.User;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;

/// An `ordinal` command in this process, without a terminal, and what it has printed.
///
/// @param words what was typed
/// @param output what it printed, errors among it
record TypedCommand(String words, String output, int code) {

  /// As the administrator, in the namespace of the cluster. The words are separated by blanks.
  static TypedCommand type(Cluster cluster, String words) {
    var text = new StringWriter();
    var out = new PrintWriter(text);
    var flags =
        List.of(
            "--kubeconfig=" + cluster.kubeconfig(User.ADMIN), "--namespace=" + cluster.namespace());
    var all = Stream.concat(Stream.of(words.split(" ")), flags.stream()).toArray(String[]::new);
    var code = OrdinalCommand.commandLine().setOut(out).setErr(out).execute(all);
    out.flush();
    return new TypedCommand(words, text.toString(), code);
  }

  /// Its output, which has to contain these words, after this exit code.
  String ends(int expected, String... contained) {
    assertThat(code).as("ordinal %s\n%s", words, output).isEqualTo(expected);
    for (var each : contained) {
      assertThat(output).as("ordinal " + words).contains(each);
    }
    return output;
  }
}
