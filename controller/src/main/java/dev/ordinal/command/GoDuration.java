package dev.ordinal.command;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Durations as all Kubernetes components read them: `15s`, `1m30s`, `500ms`.
public final class GoDuration implements ITypeConverter<Duration> {
  private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  @Override
  public Duration convert(String text) {
    var total = Duration.ZERO;
    var parts = PART.matcher(text);
    var end = 0;
    while (parts.lookingAt()) {
      var millis = BigDecimal.valueOf(MILLIS.getOrDefault(parts.group(2), 0L));
      total = total.plusMillis(new BigDecimal(parts.group(1)).multiply(millis).longValue());
      end = parts.end();
      parts.region(end, text.length());
    }
    if (end == 0 || end < text.length()) {
      throw new TypeConversionException(
          "'%s' is not a duration such as 15s or 1m30s".formatted(text));
    }
    return total;
  }
}
