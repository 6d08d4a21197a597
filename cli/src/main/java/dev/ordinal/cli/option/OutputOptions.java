package dev.ordinal.cli.option;

import dev.ordinal.command.Terminal;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/// In which form a command prints, and whether in colour.
public final class OutputOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "table, wide, json, yaml or name. Default: table.")
  private Form form = Form.TABLE;

  @Option(
      names = "--no-color",
      description = "No colours. They are also off in a pipe and where NO_COLOR is set.")
  private boolean isPlain;

  /// The forms of output.
  public enum Form {
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME;

    /// As users write it.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Form form() {
    return form;
  }

  /// What the command prints to.
  public Screen screen() {
    var isThere = Terminal.isThere();
    var isColored = isThere && !isPlain && System.getenv("NO_COLOR") == null;
    var out = spec.commandLine().getOut();
    return isThere
        ? new Screen(out, true, isColored, Screen.Size.ofTerminal())
        : new Screen(out, false, false, Screen.Size.UNLIMITED);
  }
}
