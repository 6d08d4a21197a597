package dev.ordinal.sim.kind.strategy;

import dev.ordinal.model.Json;
import dev.ordinal.sim.reply.Fault;
import dev.ordinal.sim.shape.Decoding;
import dev.ordinal.sim.shape.Shape;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What is particular to a resource. Objects come in as sent and go out as stored.
public interface Strategy {
  /// An object as read: defaulted, and without the fields that are not known.
  record Read(Json.Obj object, List<String> unknown) {}

  /// What a strategy may ask about the rest of the cluster.
  interface Surroundings {
    Instant now();

    Optional<Json.Obj> find(String plural, String namespace, String name);

    /// The StorageClass for claims that name none.
    Optional<String> defaultClass();

    /// A few letters that have not been used before, as for generated names.
    String suffix();
  }

  /// An update: of which part, and from what to what. `part` is empty for the object itself.
  record Change(String part, Json.Obj old, Json.Obj next) {}

  /// `known` is an object that was read before, whose parts need no second look.
  Read read(Json.Obj sent, Json.Obj known) throws Decoding.Mismatch;

  /// The types of the fields, for merging lists.
  Shape shape();

  default boolean hasStrategicMerge() {
    return true;
  }

  /// Before validation: what the server sets by itself, and refusals that come this early.
  default Json.Obj prepareCreate(Json.Obj object, Surroundings around) {
    return object;
  }

  default Json.Obj prepareUpdate(Change change) {
    return change.next();
  }

  /// What is wrong with the object beyond its metadata.
  default List<Fault> checkCreate(Json.Obj object) {
    return List.of();
  }

  default List<Fault> checkUpdate(Change change) {
    return List.of();
  }

  /// The last word before an update is stored; refuses by throwing.
  default void admit(Change change, Surroundings around) {}

  /// How long a deletion waits for the object's own end; empty for kinds that do not wait at all.
  default OptionalLong grace(Json.Obj object, OptionalLong wished) {
    return OptionalLong.empty();
  }

  /// Where the numbers of a scale are found; empty without one.
  default Optional<Json.Obj> scale() {
    return Optional.empty();
  }

  /// The rule that a name must follow.
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
