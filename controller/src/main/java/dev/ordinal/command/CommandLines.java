package dev.ordinal.command;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// How every command reads its arguments and reports mistakes: a user's mistake in one line; only
/// bugs show a stack trace.
public final class CommandLines {
  private CommandLines() {}

  public static CommandLine of(Object command) {
    return of(new CommandLine(command));
  }

  /// With the commands that it has by now.
  public static CommandLine of(CommandLine line) {
    return HelpText.layOut(line, Terminal.width())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(CommandLines::report)
        .setParameterExceptionHandler(CommandLines::explain);
  }

  private static int report(Exception fault, CommandLine line, ParseResult result)
      throws Exception {
    if (fault instanceof IllegalArgumentException) {
      line.getErr().println(fault.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    throw fault;
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
