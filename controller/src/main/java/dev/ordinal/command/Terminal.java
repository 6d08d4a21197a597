package dev.ordinal.command;

import java.io.Console;
import java.util.Optional;

/// What is known of the terminal.
public final class Terminal {
  private static final int USUAL_WIDTH = 100;

  private Terminal() {}

  /// Whether standard output goes to a terminal, and not to a pipe or a file.
  public static boolean isThere() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /// How many characters fit on a line. Java cannot read the width; `./ordinal` passes it.
  public static int width() {
    var columns = System.getenv().getOrDefault("COLUMNS", "");
    return columns.matches("[1-9]\\d{1,4}")
        ? Math.min(Integer.parseInt(columns), USUAL_WIDTH)
        : USUAL_WIDTH;
  }
}
