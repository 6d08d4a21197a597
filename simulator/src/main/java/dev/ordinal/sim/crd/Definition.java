package dev.ordinal.sim.crd;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Same;
import dev.ordinal.sim.shape.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One version of a custom resource, from its definition.
public final class Definition {
  private final Schema schema;
  private final Json.Obj version;

  private Definition(Schema schema, Json.Obj version) {
    this.schema = schema;
    this.version = version;
  }

  /// `version` is an entry of `spec.versions`.
  public static Definition of(Json.Obj version) {
    return new Definition(Schema.of(version.object("schema").object("openAPIV3Schema")), version);
  }

  /// An object without unknown fields, and those fields.
  public record Pruned(Json.Obj object, List<String> unknown) {}

  public Shape shape() {
    return schema.shape();
  }

  public boolean hasStatus() {
    return version.object("subresources").find("status").isPresent();
  }

  /// The paths of the scale subresource; empty without one.
  public Optional<Json.Obj> scale() {
    return version.object("subresources").find("scale").map(Json.Obj.class::cast);
  }

  public Pruned prune(Json.Obj object, Json.Obj known) {
    var pruning = new Pruning();
    // Metadata has its own rules; kind and version need no entry in the schema.
    var bare = object.without("metadata").without("apiVersion").without("kind");
    var pruned =
        (Json.Obj)
            pruning.apply(
                schema, bare, Same.tree(known, Decoding.NOTHING) ? new Json.Null() : known, "");
    var typed = pruned;
    for (var name : List.of("apiVersion", "kind")) {
      var value = object.find(name);
      typed = value.isPresent() ? typed.with(name, value.get()) : typed;
    }
    return new Pruned(typed, pruning.unknown());
  }

  /// The faults in the order schema, scale, rules.
  public List<Fault> check(Json.Obj object, Optional<Json.Obj> old) {
    var faults = new ArrayList<>(Validation.schema(schema, object, old));
    scale().ifPresent(scale -> faults.addAll(replicas(scale, object)));
    if (Validation.isBlocking(faults)) {
      faults.add(
          Fault.invalid(
              "<nil>",
              new Json.Null(),
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
    } else {
      faults.addAll(Validation.rules(schema, object, old));
    }
    return faults;
  }

  private static List<Fault> replicas(Json.Obj scale, Json.Obj object) {
    var path = scale.text("specReplicasPath");
    return switch (find(object, path).orElse(Json.of(0))) {
      case Json.Num(var literal) when literal.startsWith("-") ->
          List.of(Fault.invalid(path, new Json.Num(literal), "should be a non-negative integer"));
      case Json.Str(var text) ->
          List.of(
              Fault.invalid(
                  path,
                  Json.of(0),
                  path + " accessor error: " + text + " is of the type string, expected int64"));
      case Json.Num _, Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> List.of();
    };
  }

  /// The value at a path such as `.spec.replicas`.
  public static Optional<Json> find(Json.Obj object, String path) {
    Json at = object;
    for (var part : path.substring(1).split("\\.")) {
      var next = at instanceof Json.Obj inner ? inner.find(part) : Optional.<Json>empty();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      at = next.get();
    }
    return Optional.of(at);
  }
}
