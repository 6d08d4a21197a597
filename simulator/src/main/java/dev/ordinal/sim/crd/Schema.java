package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.cel.Cel;
import dev.ordinal.sim.shape.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// One level of a definition's schema.
public record Schema(
    String type,
    SortedMap<String, Schema> properties,
    Optional<Schema> items,
    Optional<Schema> values,
    Optional<Json> byDefault,
    Json.Obj source,
    Optional<Pattern> pattern,
    List<Rule> rules) {

  /// A rule of `x-kubernetes-validations`.
  public record Rule(Cel cel, String message, String fieldPath) {}

  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final String OPEN = "x-kubernetes-preserve-unknown-fields";

  private static final Set<String> KNOWN =
      Set.of(
          "type",
          "properties",
          "items",
          "additionalProperties",
          "default",
          "description",
          "required",
          "enum",
          "format",
          "nullable",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "maxProperties",
          "pattern",
          INT_OR_STRING,
          OPEN,
          "x-kubernetes-map-type",
          "x-kubernetes-list-type",
          "x-kubernetes-list-map-keys",
          "x-kubernetes-validations");

  /// Refuses a schema with keywords that this model does not support.
  static Schema of(Json.Obj source) {
    for (var keyword : source.members().keySet()) {
      if (!KNOWN.contains(keyword)) {
        throw new IllegalArgumentException("the schema keyword " + keyword + " is not modelled");
      }
    }
    var properties = new TreeMap<String, Schema>();
    source
        .object("properties")
        .members()
        .forEach((name, property) -> properties.put(name, of((Json.Obj) property)));
    var pattern = source.text("pattern");
    return new Schema(
        source.find(INT_OR_STRING).isPresent() ? "intOrString" : source.text("type"),
        properties,
        source.find("items").map(items -> of((Json.Obj) items)),
        source.find("additionalProperties").map(values -> of((Json.Obj) values)),
        source.find("default"),
        source,
        pattern.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile(pattern)),
        source.items("x-kubernetes-validations").stream().map(Schema::rule).toList());
  }

  private static Rule rule(Json source) {
    var rule = (Json.Obj) source;
    var message = rule.text("message");
    return new Rule(
        Cel.parse(rule.text("rule")),
        message.isEmpty() ? "failed rule: " + rule.text("rule") : message,
        rule.text("fieldPath"));
  }

  boolean isOpen() {
    return source.find(OPEN).isPresent();
  }

  boolean isNullable() {
    return source.find("nullable").equals(Optional.of(Json.of(true)));
  }

  /// A number of the schema, such as `maxItems`.
  Optional<Long> limit(String keyword) {
    return source.members().get(keyword) instanceof Json.Num(var literal)
        ? Optional.of(Long.parseLong(literal))
        : Optional.empty();
  }

  /// How the value merges in a server-side apply.
  Shape shape() {
    if (items.isPresent()) {
      var keys =
          source.items("x-kubernetes-list-map-keys").stream()
              .map(key -> ((Json.Str) key).value())
              .toList();
      var isSet = source.text("x-kubernetes-list-type").equals("set");
      return new Shape.Rows(items.get().shape(), new Shape.Merge(false, "", isSet, keys));
    }
    var isAtomic = source.text("x-kubernetes-map-type").equals("atomic");
    if (isAtomic || values.isPresent()) {
      return new Shape.Dict(values.map(Schema::shape).orElse(Shape.Leaf.OPEN), isAtomic);
    }
    var fields = new TreeMap<String, Shape.Field>();
    properties.forEach(
        (name, property) ->
            fields.put(name, new Shape.Field(property.shape(), Optional.empty(), false)));
    return type.equals("object") ? new Shape.Struct("", fields, List.of()) : Shape.Leaf.OPEN;
  }
}
