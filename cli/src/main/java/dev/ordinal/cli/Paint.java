package dev.ordinal.cli;

import dev.ordinal.cli.tour.Narrator;
import dev.ordinal.command.Terminal;

/// Colours for terminals; none in a pipe or where NO_COLOR is set.
///
/// @param width how many characters fit on a line
record Paint(boolean isOn, int width) implements Narrator.Style {

  static Paint forTerminal() {
    return new Paint(Terminal.isThere() && System.getenv("NO_COLOR") == null, Terminal.width());
  }

  @Override
  public String heading(String text) {
    return bold(text);
  }

  @Override
  public String command(String text) {
    return green(text);
  }

  String bold(String text) {
    return wrap("1", text);
  }

  String green(String text) {
    return wrap("32", text);
  }

  private String wrap(String code, String text) {
    return isOn ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
