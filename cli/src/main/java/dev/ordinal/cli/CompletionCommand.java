package dev.ordinal.cli;

import dev.ordinal.cli.completion.BashScript;
import dev.ordinal.cli.completion.FishScript;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ordinal completion`
@Command(
    name = "completion",
    description = "Print a script that completes commands, flags and names of sets in a shell.",
    footer = "In bash: source <(ordinal completion bash)")
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.BASH;

  /// The shells there are scripts for.
  enum Shell {
    BASH,
    ZSH,
    FISH;

    /// As users write it.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Integer call() {
    // This one alone knows itself; the script is about all.
    var all = OrdinalCommand.commandLine();
    var out = spec.commandLine().getOut();
    out.print(
        switch (shell) {
          case BASH -> BashScript.of(all);
          case ZSH -> BashScript.forZsh(all);
          case FISH -> FishScript.of(all);
        });
    out.flush();
    return 0;
  }
}
