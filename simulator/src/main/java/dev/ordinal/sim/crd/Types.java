package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Whether a value has the type and format of its schema.
final class Types {
  private Types() {}

  static boolean fits(Schema schema, Json value) {
    return switch (schema.type()) {
      case "object" -> value instanceof Json.Obj;
      case "array" -> value instanceof Json.Arr;
      case "string" -> value instanceof Json.Str;
      case "boolean" -> value instanceof Json.Bool;
      case "integer" -> isWhole(value);
      case "number" -> value instanceof Json.Num;
      case "intOrString" -> isWhole(value) || value instanceof Json.Str;
      default -> true;
    };
  }

  static Fault mismatch(Schema schema, Json value, String path) {
    var wanted = schema.type().equals("intOrString") ? "integer,string" : schema.type();
    var seen = "\"" + name(value) + "\"";
    return new Fault(
        Fault.Type.TYPE_INVALID,
        path,
        Optional.of(seen),
        "%s in body must be of type %s: %s".formatted(path, wanted, seen));
  }

  /// The value does not have the format that the schema names.
  static Optional<Fault> misformat(Schema schema, Json value, String path) {
    var format = schema.source().text("format");
    var fits =
        switch (format) {
          case "int32" -> isWithin(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
          case "int64" -> isWithin(value, Long.MIN_VALUE, Long.MAX_VALUE);
          case "date-time" -> isTime(value);
          default -> true;
        };
    return fits
        ? Optional.empty()
        : Optional.of(
            new Fault(
                Fault.Type.INVALID,
                path,
                Optional.of(Fault.quote(value)),
                "%s in body must be of type %s: %s"
                    .formatted(path, format, "\"" + text(value) + "\"")));
  }

  private static boolean isWhole(Json value) {
    return value instanceof Json.Num(var literal)
        && literal.length() < 64
        && new BigDecimal(literal).stripTrailingZeros().scale() <= 0;
  }

  private static boolean isWithin(Json value, long low, long high) {
    if (!(value instanceof Json.Num(var literal)) || !isWhole(value)) {
      return true;
    }
    var number = new BigDecimal(literal).toBigInteger();
    return number.compareTo(BigInteger.valueOf(low)) >= 0
        && number.compareTo(BigInteger.valueOf(high)) <= 0;
  }

  private static boolean isTime(Json value) {
    if (!(value instanceof Json.Str(var text))) {
      return true;
    }
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeParseException _) {
      return false;
    }
  }

  private static String text(Json value) {
    return value instanceof Json.Str(var text) ? text : Fault.quote(value);
  }

  static String name(Json value) {
    return switch (value) {
      case Json.Obj _ -> "object";
      case Json.Arr _ -> "array";
      case Json.Str _ -> "string";
      case Json.Bool _ -> "boolean";
      case Json.Num _ -> isWhole(value) ? "integer" : "number";
      case Json.Null _ -> "null";
    };
  }
}
