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
    SortedMap<String, Identity> last,
    Scope scope,
    SortedMap<String, String> nextImages,
    Json.Obj nextMetadata,
    Json.Obj nextResources,
    List<String> readyBeforeNext,
    List<Batch> batches) {

  public InPlaceState {
    last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
    nextImages = Collections.unmodifiableSortedMap(new TreeMap<>(nextImages));
    readyBeforeNext = List.copyOf(readyBeforeNext);
    batches = List.copyOf(batches);
  }

  /// Which container it was before the update. Kruise keeps the image alone; we add the container,
  /// for two names may stand for one image.
  public record Identity(String imageId, String containerId) {}

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
