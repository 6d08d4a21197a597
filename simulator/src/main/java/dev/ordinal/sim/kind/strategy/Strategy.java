package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The rules of one resource, from the object in a request to the stored one.
public interface Strategy {
  /// A decoded object: with defaults, and without unknown fields.
  record Read(Json.Obj object, List<String> unknown) {}

  /// The part of the cluster's state that a strategy may use.
  interface ClusterContext {
    Instant now();

    Optional<Json.Obj> find(String plural, String namespace, String name);

    /// The StorageClass for claims that name none.
    Optional<String> defaultClass();

    /// The PriorityClass for pods that name none.
    Optional<Json.Obj> defaultPriority();

    /// A few random letters, as in generated names.
    String suffix();
  }

  /// An update: its subresource, the old and the new object. `part` is empty for the object itself.
  record Change(String part, Json.Obj old, Json.Obj next) {}

  /// `known` was decoded before; parts that it shares are not decoded again.
  Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch;

  /// The types of the fields, for merging lists.
  Shape shape();

  default boolean hasStrategicMerge() {
    return true;
  }

  /// Before validation: sets the fields that the server owns, and makes early refusals.
  default Json.Obj prepareCreate(Json.Obj object, ClusterContext around) {
    return object;
  }

  default Json.Obj prepareUpdate(Change change) {
    return change.next();
  }

  /// The faults of the object beyond its metadata.
  default List<Fault> checkCreate(Json.Obj object) {
    return List.of();
  }

  default List<Fault> checkUpdate(Change change) {
    return List.of();
  }

  /// The last check before an update is stored; refuses by throwing.
  default void admit(Change change, ClusterContext around) {}

  /// The grace period of a deletion; empty for kinds without one.
  default OptionalLong grace(Json.Obj object, OptionalLong wished) {
    return OptionalLong.empty();
  }

  /// The paths of the scale subresource; empty without one.
  default Optional<Json.Obj> scale() {
    return Optional.empty();
  }

  /// The rule for names.
  default Names names() {
    return Names.SUBDOMAIN;
  }

  /// Forms of names.
  enum Names {
    SUBDOMAIN,
    LABEL,
    SERVICE
  }
}
