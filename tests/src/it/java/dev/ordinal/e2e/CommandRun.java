package dev.ordinal.e2e;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// An `ordinal` command in a process of its own, without a terminal.
///
/// @param output what it printed, errors among it
record CommandRun(String output, int code) {

  /// As the administrator, in the namespace of the cluster.
  static CommandRun of(Cluster cluster, String... arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add("dev.ordinal.app.Main");
    command.addAll(List.of(arguments));
    command.add("--kubeconfig=" + cluster.kubeconfig(User.ADMIN));
    command.add("--namespace=" + cluster.namespace());
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new CommandRun(text, process.waitFor());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
