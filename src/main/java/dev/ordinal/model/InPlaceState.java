package dev.ordinal.model;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How far the in-place update of a pod has come, as Kruise keeps it in an annotation. Containers
/// are updated in batches; `next…` is what the batches after this one will change.
public record InPlaceState(
    String revision,
    Instant since,
    SortedMap<String, String> lastImageIds,
    Scope scope,
    SortedMap<String, String> nextImages,
    Json.Obj nextMetadata,
    Json.Obj nextResources,
    List<String> readyBeforeNext,
    List<Batch> batches) {

  public InPlaceState {
    lastImageIds = Collections.unmodifiableSortedMap(new TreeMap<>(lastImageIds));
    nextImages = Collections.unmodifiableSortedMap(new TreeMap<>(nextImages));
    readyBeforeNext = List.copyOf(readyBeforeNext);
    batches = List.copyOf(batches);
  }

  /// What the update changes.
  public record Scope(boolean images, boolean resources, boolean environment) {}

  /// Containers that were changed together.
  public record Batch(Instant at, List<String> containers) {
    public Batch {
      containers = containers.stream().sorted().toList();
    }
  }

  public boolean hasNext() {
    return !nextImages.isEmpty()
        || !nextMetadata.equals(Json.EMPTY)
        || !nextResources.equals(Json.EMPTY);
  }
}
