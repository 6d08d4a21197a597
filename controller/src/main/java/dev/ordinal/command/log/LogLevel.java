package dev.ordinal.command.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How much is logged; each level has the lines of those before it.
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG;

  /// The level of that name, in small or capital letters.
  public static Optional<LogLevel> find(String name) {
    return Arrays.stream(values())
        .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
        .findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
