package dev.ordinal.cli.option;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Spans of time as kubectl writes them: `45s`, `3m20s`, `5h`, `12d`.
public final class AgeText {
  private AgeText() {}

  public static String of(Duration time) {
    var seconds = Math.max(0, time.toSeconds());
    if (seconds < 120) {
      return seconds + "s";
    }
    if (seconds < 600) {
      return seconds / 60 + "m" + (seconds % 60 == 0 ? "" : seconds % 60 + "s");
    }
    if (seconds < 3 * 3600) {
      return seconds / 60 + "m";
    }
    return seconds < 48 * 3600 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
  }

  public static String between(Instant from, Instant until) {
    return of(Duration.between(from, until));
  }

  public static String between(Optional<Instant> from, Instant until) {
    return from.map(since -> between(since, until)).orElse("-");
  }
}
