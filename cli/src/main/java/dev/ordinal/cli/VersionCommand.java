package dev.ordinal.cli;

import dev.ordinal.command.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `ordinal version`
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    System.out.println("ordinal " + Version.number());
    return 0;
  }
}
