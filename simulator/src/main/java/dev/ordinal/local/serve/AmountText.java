package dev.ordinal.local.serve;

import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.regex.Pattern;

/// Parses amounts as users type them; a wrong one is refused with an example.
final class AmountText {
  private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m|h)");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%?");

  private AmountText() {}

  static double factor(String text) {
    if (text.matches("\\d{1,4}(\\.\\d{1,6})?")) {
      var factor = Double.parseDouble(text);
      if (factor >= 0.01 && factor <= 1000) {
        return factor;
      }
    }
    throw Refusal.badRequest(
        "A factor is a number between 0.01 and 1000, such as 5, not \"%s\".".formatted(text));
  }

  static int percent(String text) {
    var found = PERCENT.matcher(text);
    if (found.matches() && Integer.parseInt(found.group(1)) <= 100) {
      return Integer.parseInt(found.group(1));
    }
    throw Refusal.badRequest(
        "A share is a whole number between 0%% and 100%%, not \"%s\".".formatted(text));
  }

  static Duration time(String text) {
    var found = TIME.matcher(text);
    if (!found.matches()) {
      throw Refusal.badRequest("A time is written as 30s or 5m, not \"%s\".".formatted(text));
    }
    var count = Long.parseLong(found.group(1));
    return switch (found.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }
}
