package dev.ordinal.sim.reply;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One fault of an object, in the API server's words.
public record Fault(Type type, String field, Optional<String> value, String detail) {
  /// The kinds of faults, with their words and their reason in a Status.
  public enum Type {
    REQUIRED("Required value", "FieldValueRequired"),
    INVALID("Invalid value", "FieldValueInvalid"),
    DUPLICATE("Duplicate value", "FieldValueDuplicate"),
    FORBIDDEN("Forbidden", "FieldValueForbidden"),
    UNSUPPORTED("Unsupported value", "FieldValueNotSupported"),
    NOT_FOUND("Not found", "FieldValueNotFound"),
    TOO_LONG("Too long", "FieldValueTooLong"),
    TOO_MANY("Too many", "FieldValueTooMany"),
    TYPE_INVALID("Invalid value", "FieldValueTypeInvalid");

    private final String words;
    private final String reason;

    Type(String words, String reason) {
      this.words = words;
      this.reason = reason;
    }
  }

  public static Fault required(String field, String detail) {
    return new Fault(Type.REQUIRED, field, Optional.empty(), detail);
  }

  public static Fault forbidden(String field, String detail) {
    return new Fault(Type.FORBIDDEN, field, Optional.empty(), detail);
  }

  public static Fault invalid(String field, Json value, String detail) {
    return new Fault(Type.INVALID, field, Optional.of(quote(value)), detail);
  }

  /// A fault whose value the server does not print.
  public static Fault invalid(String field, String detail) {
    return new Fault(Type.INVALID, field, Optional.empty(), detail);
  }

  public static Fault duplicate(String field, Json value) {
    return new Fault(Type.DUPLICATE, field, Optional.of(quote(value)), "");
  }

  public static Fault missing(String field, Json value) {
    return new Fault(Type.NOT_FOUND, field, Optional.of(quote(value)), "");
  }

  public static Fault unsupported(String field, Json value, List<String> supported) {
    var choices =
        supported.stream().map(each -> quote(Json.of(each))).collect(Collectors.joining(", "));
    return new Fault(
        Type.UNSUPPORTED, field, Optional.of(quote(value)), "supported values: " + choices);
  }

  /// The sentence without the field's name.
  public String body() {
    var shown = value.map(text -> ": " + text).orElse("");
    return type.words + shown + (detail.isEmpty() ? "" : ": " + detail);
  }

  Json.Obj cause() {
    return Json.of("reason", Json.of(type.reason))
        .with("message", Json.of(body()))
        .with("field", Json.of(field));
  }

  @Override
  public String toString() {
    return field + ": " + body();
  }

  /// A value as Go prints it in a message.
  public static String quote(Json value) {
    return switch (value) {
      case Json.Str(var text) -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      case Json.Num(var literal) -> literal;
      case Json.Bool(var truth) -> Boolean.toString(truth);
      case Json.Obj _, Json.Arr _, Json.Null _ -> JsonText.write(value);
    };
  }
}
