package dev.ordinal.app;

import dev.ordinal.cli.OrdinalCommand;

/// Starts the command line.
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(OrdinalCommand.run(arguments));
  }
}
