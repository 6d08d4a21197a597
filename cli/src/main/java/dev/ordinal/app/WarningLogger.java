package dev.ordinal.app;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// Prints warnings and errors as the log of the controller does.
final class WarningLogger extends LegacyAbstractLogger {
  private final boolean warns;

  WarningLogger(String name, boolean warns) {
    this.name = name;
    this.warns = warns;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled() {
    return warns;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    System.err.println(
        line(
            LocalTime.now(ZoneId.systemDefault()),
            level,
            MessageFormatter.basicArrayFormat(message, arguments)));
    if (thrown != null) {
      thrown.printStackTrace(System.err);
    }
  }

  static String line(LocalTime time, Level level, String message) {
    return "%s %-5s %s".formatted(time.truncatedTo(ChronoUnit.SECONDS), level, message);
  }
}
