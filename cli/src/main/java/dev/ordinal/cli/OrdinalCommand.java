package dev.ordinal.cli;

import dev.ordinal.cli.bundle.BundleCommand;
import dev.ordinal.cli.change.DeletePodCommand;
import dev.ordinal.cli.change.PauseCommand;
import dev.ordinal.cli.change.PromoteCommand;
import dev.ordinal.cli.change.RestartCommand;
import dev.ordinal.cli.change.ResumeCommand;
import dev.ordinal.cli.change.ScaleCommand;
import dev.ordinal.cli.change.SetImageCommand;
import dev.ordinal.cli.change.UndoCommand;
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
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      AdoptCommand.class,
      BundleCommand.class,
      ChaosCommand.class,
      ClaimsCommand.class,
      ControllerCommand.class,
      CrdsCommand.class,
      DashboardCommand.class,
      DeletePodCommand.class,
      DiffCommand.class,
      GetCommand.class,
      HistoryCommand.class,
      HooksCommand.class,
      PauseCommand.class,
      PlanCommand.class,
      PromoteCommand.class,
      ReleaseCommand.class,
      RestartCommand.class,
      ResumeCommand.class,
      ScaleCommand.class,
      SetImageCommand.class,
      LintCommand.class,
      StatusCommand.class,
      UndoCommand.class,
      UpCommand.class,
      VersionCommand.class,
      WhyCommand.class
    })
public final class OrdinalCommand {
  private OrdinalCommand() {}

  public static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return CommandLines.of(new OrdinalCommand());
  }
}
