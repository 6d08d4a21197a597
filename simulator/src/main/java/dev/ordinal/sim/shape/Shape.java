package dev.ordinal.sim.shape;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The type of a value.
public sealed interface Shape {
  /// Scalar types.
  enum Leaf implements Shape {
    TEXT("string"),
    INT("int32"),
    LONG("int64"),
    REAL("float64"),
    TRUTH("bool"),
    BYTES("[]uint8"),
    AMOUNT("resource.Quantity"),
    TIME("v1.Time"),
    MICRO_TIME("v1.MicroTime"),
    INT_OR_TEXT("intstr.IntOrString"),
    OPEN("runtime.RawExtension");

    private final String goName;

    Leaf(String goName) {
      this.goName = goName;
    }
  }

  /// An object with known fields, of which some are present even when they are not set.
  record Struct(String name, Map<String, Field> fields, List<String> shown) implements Shape {
    public Optional<Field> find(String field) {
      return Optional.ofNullable(fields.get(field));
    }
  }

  /// An object with arbitrary keys. An atomic one is replaced as a whole when applied.
  record Dict(Shape value, boolean isAtomic) implements Shape {}

  /// A list, and how another list is merged into it.
  record Rows(Shape item, Merge merge) implements Shape {}

  /// How a list merges: by `patchKey` in a strategic merge, by `keys` when applied. A set holds
  /// each plain value once.
  record Merge(boolean isMerged, String patchKey, boolean isSet, List<String> keys) {
    public static final Merge ATOMIC = new Merge(false, "", false, List.of());
  }

  /// A field, and its value when it is not set.
  record Field(Shape shape, Optional<Json> zero, boolean retainsKeys) {}

  /// The type's name in the API server's error messages.
  static String goName(Shape shape) {
    return switch (shape) {
      case Leaf leaf -> leaf.goName;
      case Struct(var name, _, _) -> "v1." + name;
      case Dict(var value, _) -> "map[string]" + goName(value);
      case Rows(var item, _) -> "[]" + goName(item);
    };
  }
}
