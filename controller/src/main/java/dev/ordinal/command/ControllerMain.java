package dev.ordinal.command;

import picocli.CommandLine;

/// Starts the controller alone: what runs in a cluster. It takes the flags of `ordinal controller`.
public final class ControllerMain {
  private ControllerMain() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var line = CommandLines.of(new ControllerCommand()).setCommandName("ordinal-controller");
    line.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(new Version());
    return line;
  }
}
