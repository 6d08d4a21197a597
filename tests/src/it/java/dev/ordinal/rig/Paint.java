package dev.ordinal.rig;

import java.io.Console;
import java.util.Optional;

/// Colours for terminals; none in a pipe or where NO_COLOR is set.
record Paint(boolean isOn) {

  static Paint forTerminal() {
    var isTerminal = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new Paint(isTerminal && System.getenv("NO_COLOR") == null);
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
