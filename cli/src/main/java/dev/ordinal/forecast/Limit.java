package dev.ordinal.forecast;

/// A part of the spec that kept a change from being made at once, or in another order.
///
/// @param field its path in the spec
/// @param value as the user wrote it; empty where it is no single value
/// @param effect what it means for this change
public record Limit(String field, String value, String effect) {
  /// Such as `maxUnavailable 40% (at most 2 pods are down)`.
  public String words() {
    var name = field.substring(field.lastIndexOf('.') + 1);
    return "%s (%s)".formatted(value.isEmpty() ? name : name + " " + value, effect);
  }
}
