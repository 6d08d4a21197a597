package dev.ordinal.cli.handover;

import dev.ordinal.cli.option.ConnectionOptions;
import dev.ordinal.kube.http.Connection;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What `adopt` and `release` are told alike.
final class HandoverOptions {
  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The set.")
  private @Nullable String name;

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "LABELS",
      description = "All sets with these labels, instead of one by name: app=db,tier!=test.")
  private @Nullable String selector;

  @Option(names = "--dry-run", description = "Tell what would happen, and write nothing.")
  private boolean isDryRun;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean isAgreed;

  @Option(
      names = "--allow-restarts",
      description = "Go on although pods are going to be updated or deleted.")
  private boolean allowsRestarts;

  @Option(
      names = "--accept-loss",
      description = "Go on although the other side cannot express everything.")
  private boolean acceptsLoss;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for the controllers and the garbage collector. Default: 120.")
  private int patience = 120;

  Connection open() {
    return cluster.open();
  }

  Optional<String> name() {
    return Optional.ofNullable(name);
  }

  /// @throws IllegalArgumentException unless the sets are named in exactly one way
  Optional<String> selector() {
    if ((name == null) == (selector == null)) {
      throw new IllegalArgumentException("Give the name of a set, or --selector for several.");
    }
    return Optional.ofNullable(selector);
  }

  boolean isDryRun() {
    return isDryRun;
  }

  boolean isAgreed() {
    return isAgreed;
  }

  boolean allowsRestarts() {
    return allowsRestarts;
  }

  boolean acceptsLoss() {
    return acceptsLoss;
  }

  Duration patience() {
    return Duration.ofSeconds(patience);
  }
}
