package dev.ordinal.command.log;

/// The form of the log.
public enum LogFormat {
  /// For people.
  TEXT,
  /// One object for each line, for programs.
  JSON
}
