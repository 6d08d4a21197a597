package dev.ordinal.model;

import dev.ordinal.model.map.SmallMap;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// The part of an object's metadata that decisions use.
public record Meta(
    String namespace,
    String name,
    String uid,
    long version,
    long generation,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    List<Owner> owners,
    List<String> finalizers,
    Instant createdAt,
    Optional<Instant> deletedAt) {

  public Meta {
    labels = SmallMap.of(labels);
    annotations = SmallMap.of(annotations);
    owners = List.copyOf(owners);
    finalizers = List.copyOf(finalizers);
  }

  /// One entry of `metadata.ownerReferences`.
  public record Owner(
      String apiVersion, String kind, String name, String uid, boolean isController) {}

  public Optional<Owner> controller() {
    for (var owner : owners) {
      if (owner.isController()) {
        return Optional.of(owner);
      }
    }
    return Optional.empty();
  }

  public boolean isControlledBy(String uid) {
    for (var owner : owners) {
      if (owner.isController()) {
        return owner.uid().equals(uid);
      }
    }
    return false;
  }

  public boolean isTerminating() {
    return deletedAt.isPresent();
  }

  public String label(String key) {
    var value = labels.get(key);
    return value == null ? "" : value;
  }
}
