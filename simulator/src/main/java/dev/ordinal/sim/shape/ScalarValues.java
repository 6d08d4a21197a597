package dev.ordinal.sim.shape;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Shape.Leaf;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;

/// Scalar values.
final class ScalarValues {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ScalarValues() {}

  /// The value as stored; empty if it is of another type.
  static Optional<Json> read(Leaf leaf, Json value) {
    return switch (leaf) {
      case OPEN -> Optional.of(value);
      case TEXT -> value instanceof Json.Str ? Optional.of(value) : Optional.empty();
      case BYTES -> value instanceof Json.Str(var text) ? bytes(text) : Optional.empty();
      case TRUTH -> value instanceof Json.Bool ? Optional.of(value) : Optional.empty();
      case INT -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case REAL -> value instanceof Json.Num ? Optional.of(value) : Optional.empty();
      case INT_OR_TEXT ->
          value instanceof Json.Str
              ? Optional.of(value)
              : whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case AMOUNT -> amount(value);
      case TIME -> time(value, false);
      case MICRO_TIME -> time(value, true);
    };
  }

  private static Optional<Json> whole(Json value, long low, long high) {
    if (!(value instanceof Json.Num(var literal))) {
      return Optional.empty();
    }
    try {
      var number = Long.parseLong(literal);
      return number < low || number > high ? Optional.empty() : Optional.of(value);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<Json> amount(Json value) {
    return switch (value) {
      case Json.Str(var text) -> Quantities.canonical(text).map(Json::of);
      case Json.Num(var literal) -> Quantities.canonical(literal).map(Json::of);
      case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> Optional.empty();
    };
  }

  private static Optional<Json> bytes(String text) {
    try {
      Base64.getDecoder().decode(text);
      return Optional.of(Json.of(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<Json> time(Json value, boolean isMicro) {
    if (!(value instanceof Json.Str(var text))) {
      return Optional.empty();
    }
    try {
      // The common form, tried first, needs no change.
      if (!isMicro && text.length() == 20 && text.endsWith("Z")) {
        Instant.parse(text);
        return Optional.of(value);
      }
      var instant = OffsetDateTime.parse(text).toInstant();
      return Optional.of(
          Json.of(
              isMicro
                  ? MICROS.format(instant)
                  : instant.truncatedTo(ChronoUnit.SECONDS).toString()));
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }
}
