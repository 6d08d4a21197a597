package dev.ordinal.cli.lint;

import dev.ordinal.command.Spelling;
import dev.ordinal.sim.shape.Shape;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The fields that a place of an object may have.
final class FieldNames {
  private FieldNames() {}

  /// `path` leads from the whole object to the place, as in `spec.containers[0]`.
  static List<String> at(Shape shape, String path) {
    var place = shape;
    for (var step : path.split("[.\\[]")) {
      place = step.isEmpty() ? place : below(place, step);
    }
    return place instanceof Shape.Struct struct
        ? struct.fields().keySet().stream().sorted().toList()
        : List.of();
  }

  private static Shape below(Shape shape, String step) {
    return switch (shape) {
      case Shape.Struct struct -> struct.find(step).map(Shape.Field::shape).orElse(Shape.Leaf.OPEN);
      case Shape.Dict dict -> dict.value();
      case Shape.Rows rows -> rows.item();
      case Shape.Leaf leaf -> leaf;
    };
  }

  /// The one that was probably meant: few letters differ, or case alone.
  static Optional<String> closest(String word, List<String> known) {
    return known.stream()
        .filter(name -> distance(word, name) <= Math.max(1, name.length() / 4))
        .min(Comparator.comparingInt((String name) -> distance(word, name)).thenComparing(n -> n));
  }

  private static int distance(String word, String name) {
    return word.equalsIgnoreCase(name) ? 0 : Spelling.distance(word, name);
  }
}
