package dev.ordinal.local.serve;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.shape.Shape;
import java.util.List;
import java.util.TreeMap;

/// The types of native fields as OpenAPI schemas, without descriptions, which the model does not
/// have.
final class Schemas {
  private static final String UNDESCRIBED =
      "The simulated cluster has the fields of this type and how they merge, but no"
          + " descriptions of native types.";

  private final TreeMap<String, Json> all = new TreeMap<>();

  /// The schemas requested so far, and those they refer to.
  Json.Obj components() {
    return new Json.Obj(all);
  }

  Json.Obj reference(Shape.Struct struct) {
    if (!all.containsKey(struct.name())) {
      // Types refer to themselves: the name has to exist first.
      all.put(struct.name(), Json.EMPTY);
      var properties = new TreeMap<String, Json>();
      struct.fields().forEach((name, field) -> properties.put(name, field(field)));
      all.put(
          struct.name(),
          Json.of("type", Json.of("object"))
              .with("description", Json.of(UNDESCRIBED))
              .with("properties", new Json.Obj(properties)));
    }
    return Json.of("$ref", Json.of("#/components/schemas/" + struct.name()));
  }

  /// Marks a schema as that of a kind.
  void mark(String name, Json kind) {
    var schema = (Json.Obj) all.getOrDefault(name, Json.EMPTY);
    all.put(name, schema.with("x-kubernetes-group-version-kind", kind));
  }

  void add(String name, Json.Obj schema) {
    all.put(name, schema);
  }

  private Json.Obj field(Shape.Field field) {
    return schema(field.shape());
  }

  private Json.Obj schema(Shape shape) {
    return switch (shape) {
      case Shape.Struct struct -> reference(struct);
      case Shape.Dict(var value, var isAtomic) -> {
        var map = typed("object").with("additionalProperties", schema(value));
        yield isAtomic ? map.with("x-kubernetes-map-type", Json.of("atomic")) : map;
      }
      case Shape.Rows(var item, var merge) ->
          merged(typed("array").with("items", schema(item)), merge);
      case Shape.Leaf leaf -> leaf(leaf);
    };
  }

  private static Json.Obj merged(Json.Obj list, Shape.Merge merge) {
    var merged = list;
    if (merge.isMerged()) {
      merged = merged.with("x-kubernetes-patch-strategy", Json.of("merge"));
    }
    if (!merge.patchKey().isEmpty()) {
      merged = merged.with("x-kubernetes-patch-merge-key", Json.of(merge.patchKey()));
    }
    if (!merge.keys().isEmpty()) {
      return merged
          .with("x-kubernetes-list-type", Json.of("map"))
          .with("x-kubernetes-list-map-keys", Discovery.texts(merge.keys()));
    }
    return merged.with("x-kubernetes-list-type", Json.of(merge.isSet() ? "set" : "atomic"));
  }

  private static Json.Obj leaf(Shape.Leaf leaf) {
    return switch (leaf) {
      case TEXT -> typed("string");
      case INT -> typed("integer").with("format", Json.of("int32"));
      case LONG -> typed("integer").with("format", Json.of("int64"));
      case REAL -> typed("number");
      case TRUTH -> typed("boolean");
      case BYTES -> typed("string").with("format", Json.of("byte"));
      case TIME, MICRO_TIME -> typed("string").with("format", Json.of("date-time"));
      case AMOUNT, INT_OR_TEXT -> either();
      case OPEN -> typed("object");
    };
  }

  private static Json.Obj either() {
    return Json.of("oneOf", Json.of(List.of(typed("string"), typed("number"))));
  }

  private static Json.Obj typed(String type) {
    return Json.of("type", Json.of(type));
  }
}
