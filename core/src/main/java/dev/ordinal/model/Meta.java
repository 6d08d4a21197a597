package dev.ordinal.model;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
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
    return controller().filter(owner -> owner.uid().equals(uid)).isPresent();
  }

  public boolean isTerminating() {
    return deletedAt.isPresent();
  }

  public String label(String key) {
    return labels.getOrDefault(key, "");
  }
}
