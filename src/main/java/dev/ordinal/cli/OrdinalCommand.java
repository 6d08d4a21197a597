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

  /// Mistakes of the user are one line; only bugs show a stack trace.
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
    return new CommandLine(new OrdinalCommand())
        .setExecutionExceptionHandler(oneLine)
        .setParameterExceptionHandler(OrdinalCommand::explain);
  }

  /// Who has said nothing yet sees what there is to say; who has mistyped a word sees that word.
  private static int explain(ParameterException mistake, String[] arguments) {
    var line = mistake.getCommandLine();
    var words = line.getErr();
    words.println(mistake.getMessage());
    if (mistake instanceof UnmatchedArgumentException wrong
        && UnmatchedArgumentException.printSuggestions(wrong, words)) {
      return CommandLine.ExitCode.USAGE;
    }
    if (line.getSubcommands().isEmpty()) {
      words.printf("`%s --help` tells more.%n", line.getCommandSpec().qualifiedName());
    } else {
      line.usage(words);
    }
    return CommandLine.ExitCode.USAGE;
  }
}
