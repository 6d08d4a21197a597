package dev.ordinal.cli;

import dev.ordinal.cli.chaos.ChaosCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/// `ordinal`: the root of all commands.
@Command(
    name = "ordinal",
    description = "The Advanced StatefulSet controller for Kubernetes.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Source.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ChaosCommand.class,
      ControllerCommand.class,
      CrdsCommand.class,
      UpCommand.class,
      VersionCommand.class
    })
public final class OrdinalCommand {
  private OrdinalCommand() {}

  /// A user's mistake is reported in one line; only bugs show a stack trace.
  public static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    IExecutionExceptionHandler oneLine =
        (e, line, _) -> {
          if (e instanceof IllegalArgumentException) {
            line.getErr().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
          }
          throw e;
        };
    return HelpText.layOut(new CommandLine(new OrdinalCommand()), Paint.forTerminal().width())
        .setExecutionExceptionHandler(oneLine)
        .setParameterExceptionHandler(OrdinalCommand::explain);
  }

  /// One line for a mistake; the usage where no command is given.
  private static int explain(ParameterException mistake, String[] arguments) {
    var line = mistake.getCommandLine();
    var command = line.getCommandSpec().qualifiedName();
    if (mistake instanceof UnmatchedArgumentException wrong && !wrong.getUnmatched().isEmpty()) {
      line.getErr().println(Unknown.of(line, wrong.getUnmatched().getFirst()).sentence());
    } else if (line.getSubcommands().isEmpty()) {
      line.getErr().printf("%s: `%s --help` has more.%n", mistake.getMessage(), command);
    } else {
      line.getErr().println(mistake.getMessage());
      line.usage(line.getErr());
    }
    return CommandLine.ExitCode.USAGE;
  }
}
