package dev.ordinal.command;

import static java.util.Locale.ROOT;

import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// How every command reads its arguments and reports mistakes: a user's mistake in one line; only
/// bugs show a stack trace.
public final class CommandLines {
  /// How picocli names the values of an enum.
  private static final Pattern CHOICE =
      Pattern.compile("expected one of \\[([A-Z_, ]+)] \\(case-insensitive\\) but was '(.*)'");

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

  /// The values that an option has are named as users write them.
  private static String words(ParameterException mistake) {
    var message = String.valueOf(mistake.getMessage());
    var choice = CHOICE.matcher(message);
    return choice.find()
        ? message.substring(0, choice.start())
            + "'%s' is none of %s".formatted(choice.group(2), choice.group(1).toLowerCase(ROOT))
        : message;
  }

  /// One line for a mistake; the usage where no command is given.
  private static int explain(ParameterException mistake, String[] arguments) {
    var line = mistake.getCommandLine();
    var command = line.getCommandSpec().qualifiedName();
    if (mistake instanceof UnmatchedArgumentException wrong && !wrong.getUnmatched().isEmpty()) {
      line.getErr().println(Unknown.of(line, wrong.getUnmatched().getFirst()).sentence());
    } else if (line.getSubcommands().isEmpty()) {
      line.getErr().printf("%s: `%s --help` has more.%n", words(mistake), command);
    } else {
      line.getErr().println(mistake.getMessage());
      line.usage(line.getErr());
    }
    return CommandLine.ExitCode.USAGE;
  }
}
