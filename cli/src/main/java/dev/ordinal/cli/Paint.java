package dev.ordinal.cli;

import dev.ordinal.cli.tour.Narrator;
import java.io.Console;
import java.util.Optional;

/// Colours for terminals; none in a pipe or where NO_COLOR is set.
///
/// @param width how many characters fit on a line
record Paint(boolean isOn, int width) implements Narrator.Style {

  private static final int USUAL_WIDTH = 100;

  static Paint forTerminal() {
    return new Paint(isTerminal() && System.getenv("NO_COLOR") == null, widthOfTerminal());
  }

  /// Java cannot read the width; `./ordinal` passes it.
  private static int widthOfTerminal() {
    var columns = System.getenv().getOrDefault("COLUMNS", "");
    return columns.matches("[1-9]\\d{1,4}")
        ? Math.min(Integer.parseInt(columns), USUAL_WIDTH)
        : USUAL_WIDTH;
  }

  static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
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
