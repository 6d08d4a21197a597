package dev.ordinal.local.table;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/// Ages as Kubernetes prints them: the older, the coarser.
final class Ages {
  private Ages() {}

  static String since(String timestamp, Instant now) {
    if (timestamp.isEmpty()) {
      return "<unknown>";
    }
    try {
      return words(Duration.between(Instant.parse(timestamp), now));
    } catch (DateTimeParseException _) {
      return "<unknown>";
    }
  }

  static String words(Duration age) {
    var seconds = age.toSeconds();
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    var minutes = age.toMinutes();
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    return minutes < 180 ? minutes + "m" : hours(age.toHours(), minutes % 60);
  }

  private static String hours(long hours, long minutes) {
    if (hours < 8) {
      return two(hours, "h", minutes, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    var days = hours / 24;
    if (days < 8) {
      return two(days, "d", hours % 24, "h");
    }
    if (days < 2 * 365) {
      return days + "d";
    }
    var years = days / 365;
    return years < 8 ? two(years, "y", days % 365, "d") : years + "y";
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    return small == 0 ? large + unit : large + unit + small + smallUnit;
  }

  /// Whole seconds, so that a new object has no negative age.
  static Instant whole(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS);
  }
}
