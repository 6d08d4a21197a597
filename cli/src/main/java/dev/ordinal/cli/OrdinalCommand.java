package dev.ordinal.cli;

import dev.ordinal.cli.bundle.BundleCommand;
import dev.ordinal.cli.change.DeletePodCommand;
import dev.ordinal.cli.change.PauseCommand;
import dev.ordinal.cli.change.PromoteCommand;
import dev.ordinal.cli.change.PullCommand;
import dev.ordinal.cli.change.ReserveCommand;
import dev.ordinal.cli.change.RestartCommand;
import dev.ordinal.cli.change.ResumeCommand;
import dev.ordinal.cli.change.ScaleCommand;
import dev.ordinal.cli.change.SetImageCommand;
import dev.ordinal.cli.change.UndoCommand;
import dev.ordinal.cli.change.UnreserveCommand;
import dev.ordinal.cli.chaos.ChaosCommand;
import dev.ordinal.cli.handover.AdoptCommand;
import dev.ordinal.cli.handover.ReleaseCommand;
import dev.ordinal.cli.lint.LintCommand;
import dev.ordinal.cli.look.ClaimsCommand;
import dev.ordinal.cli.look.DiffCommand;
import dev.ordinal.cli.look.GetCommand;
import dev.ordinal.cli.look.HistoryCommand;
import dev.ordinal.cli.look.HooksCommand;
import dev.ordinal.cli.look.StatusCommand;
import dev.ordinal.cli.look.WhyCommand;
import dev.ordinal.cli.plan.PlanCommand;
import dev.ordinal.command.CommandLines;
import dev.ordinal.command.ControllerCommand;
import dev.ordinal.command.Version;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/// `ordinal`: the root of all commands.
@Command(
    name = "ordinal",
    description = "The Advanced StatefulSet controller for Kubernetes.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND")
public final class OrdinalCommand {
  private static final NavigableMap<String, Supplier<?>> COMMANDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("adopt", AdoptCommand::new),
              Map.entry("bundle", BundleCommand::new),
              Map.entry("chaos", ChaosCommand::new),
              Map.entry("claims", ClaimsCommand::new),
              Map.entry("completion", CompletionCommand::new),
              Map.entry("controller", ControllerCommand::new),
              Map.entry("crds", CrdsCommand::new),
              Map.entry("dashboard", DashboardCommand::new),
              Map.entry("delete-pod", DeletePodCommand::new),
              Map.entry("diff", DiffCommand::new),
              Map.entry("get", GetCommand::new),
              Map.entry("history", HistoryCommand::new),
              Map.entry("hooks", HooksCommand::new),
              Map.entry("lint", LintCommand::new),
              Map.entry("pause", PauseCommand::new),
              Map.entry("plan", PlanCommand::new),
              Map.entry("promote", PromoteCommand::new),
              Map.entry("pull", PullCommand::new),
              Map.entry("release", ReleaseCommand::new),
              Map.entry("reserve", ReserveCommand::new),
              Map.entry("restart", RestartCommand::new),
              Map.entry("resume", ResumeCommand::new),
              Map.entry("scale", ScaleCommand::new),
              Map.entry("set-image", SetImageCommand::new),
              Map.entry("status", StatusCommand::new),
              Map.entry("undo", UndoCommand::new),
              Map.entry("unreserve", UnreserveCommand::new),
              Map.entry("up", UpCommand::new),
              Map.entry("version", VersionCommand::new),
              Map.entry("why", WhyCommand::new)));

  private OrdinalCommand() {}

  public static int run(String... arguments) {
    var meant = meant(arguments);
    return chosen(meant).execute(meant);
  }

  /// `help get` is `get --help`, as with other tools.
  static String[] meant(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals("help")) {
      return arguments;
    }
    var words = List.of(arguments).subList(1, arguments.length);
    var isKnown = words.isEmpty() || COMMANDS.containsKey(words.getFirst());
    // Asked for help, an unknown command would be taken for none.
    return Stream.concat(words.stream(), isKnown ? Stream.of("--help") : Stream.of())
        .toArray(String[]::new);
  }

  /// A command that is named first is made alone: making all of them takes longer than most run.
  static CommandLine chosen(String... arguments) {
    var found = Stream.of(arguments).findFirst().map(COMMANDS::get);
    return found
        .map(command -> commandLine(Stream.of(command)))
        .orElseGet(OrdinalCommand::commandLine);
  }

  /// With all commands.
  public static CommandLine commandLine() {
    return commandLine(COMMANDS.values().stream());
  }

  private static CommandLine commandLine(Stream<Supplier<?>> commands) {
    var line = new CommandLine(new OrdinalCommand());
    commands.forEach(command -> line.addSubcommand(command.get()));
    return CommandLines.of(line);
  }
}
