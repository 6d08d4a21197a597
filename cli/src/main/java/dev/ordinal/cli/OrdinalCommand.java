package dev.ordinal.cli;

import dev.ordinal.cli.bundle.BundleCommand;
import dev.ordinal.cli.chaos.ChaosCommand;
import dev.ordinal.cli.handover.AdoptCommand;
import dev.ordinal.cli.handover.ReleaseCommand;
import dev.ordinal.cli.look.GetCommand;
import dev.ordinal.cli.look.StatusCommand;
import dev.ordinal.cli.look.WhyCommand;
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
      ControllerCommand.class,
      CrdsCommand.class,
      DashboardCommand.class,
      GetCommand.class,
      ReleaseCommand.class,
      StatusCommand.class,
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
