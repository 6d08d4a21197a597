package dev.ordinal.sim;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Settings of the simulated node, in annotations that start with `sim.ordinal.dev/`.
/// `docs/reference/fake-kubelet.md` lists them.
public record SimAnnotations(SortedMap<String, String> values) {
  public static final String PREFIX = "sim.ordinal.dev/";

  /// The defaults.
  public static final SimAnnotations DEFAULTS =
      new SimAnnotations(
          new TreeMap<>(
              Map.ofEntries(
                  Map.entry("start-delay", "50ms"),
                  Map.entry("ready-delay", "0s"),
                  Map.entry("restart-delay", "50ms"),
                  Map.entry("stop-delay", "50ms"),
                  Map.entry("pull-time", "0s"),
                  Map.entry("resize-delay", "50ms"),
                  Map.entry("crash-after", "100ms"),
                  Map.entry("backoff", "1s"),
                  Map.entry("bind-delay", "0s"),
                  Map.entry("grow-delay", "50ms"))));

  public SimAnnotations {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /// The settings of an object; the defaults apply to those that it does not have.
  public SimAnnotations of(Json.Obj object) {
    var annotations = object.object("metadata").object("annotations").members();
    if (annotations.keySet().stream().noneMatch(key -> key.startsWith(PREFIX))) {
      return this;
    }
    var merged = new TreeMap<>(values);
    annotations.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX) && value instanceof Json.Str(var text)) {
            merged.put(key.substring(PREFIX.length()), text);
          }
        });
    return new SimAnnotations(merged);
  }

  public SimAnnotations with(String name, String value) {
    var copy = new TreeMap<>(values);
    copy.put(name, value);
    return new SimAnnotations(copy);
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  boolean has(String name, String value) {
    return text(name).equals(value);
  }

  Duration delay(String name) {
    return duration(text(name));
  }

  /// `150ms`, `2s`, `3m` or `1h`; an empty text is zero.
  static Duration duration(String text) {
    var end = text.length();
    while (end > 0 && Character.isLowerCase(text.charAt(end - 1))) {
      end--;
    }
    var digits = text.substring(0, end);
    var amount = digits.isEmpty() ? 0 : Long.parseLong(digits);
    return switch (text.substring(digits.length())) {
      case "ms" -> Duration.ofMillis(amount);
      case "", "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> throw new IllegalArgumentException("not a duration such as 150ms or 2s: " + text);
    };
  }
}
