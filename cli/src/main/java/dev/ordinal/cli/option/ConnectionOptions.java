package dev.ordinal.cli.option;

import dev.ordinal.command.Version;
import dev.ordinal.kube.http.Connection;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster a command talks to, and in which namespace.
public final class ConnectionOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig of the cluster. Default: KUBECONFIG or ~/.kube/config.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig. Default: its current one.")
  private @Nullable String context;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "The namespace. Default: that of the context.")
  private @Nullable String namespace;

  /// The namespace that the command line names.
  public Optional<String> namespace() {
    return Optional.ofNullable(namespace);
  }

  /// Opens the connection; nothing is sent yet.
  public Connection open() {
    return Connection.open(
        new Connection.Options(
            Optional.ofNullable(kubeconfig),
            Optional.ofNullable(context),
            Optional.ofNullable(namespace)),
        Version.number());
  }
}
