package dev.ordinal.model;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The progress of a pod's in-place update, as Kruise keeps it in an annotation. Containers are
/// updated in batches; `next` is what the later batches will change.
public record InPlaceState(
    String revision,
    Instant since,
    SortedMap<String, Identity> last,
    Scope scope,
    Work next,
    List<String> readyBeforeNext,
    List<Batch> batches,
    Optional<Grace> grace) {

  public InPlaceState {
    last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
    readyBeforeNext = List.copyOf(readyBeforeNext);
    batches = List.copyOf(batches);
  }

  /// The same with another start, and with or without a grace period.
  public InPlaceState since(Instant moment, Optional<Grace> waiting) {
    return new InPlaceState(revision, moment, last, scope, next, readyBeforeNext, batches, waiting);
  }

  /// The container before the update. Kruise keeps the image alone; the container's ID is added,
  /// because two names may stand for one image.
  public record Identity(String imageId, String containerId) {}

  /// What the update changes.
  public record Scope(boolean images, boolean resources, boolean environment) {}

  /// Containers that were changed together.
  public record Batch(Instant at, List<String> containers) {
    public Batch {
      containers = containers.stream().sorted().toList();
    }
  }

  /// The changes of one container: its image, the labels and annotations that its environment
  /// reads, its resources.
  public record Work(
      SortedMap<String, String> images,
      SortedMap<String, Json.Obj> metadata,
      SortedMap<String, Json.Obj> resources) {
    public static final Work NONE = new Work(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    public Work {
      images = Collections.unmodifiableSortedMap(new TreeMap<>(images));
      metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
      resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    }

    public SortedSet<String> containers() {
      var names = new TreeSet<>(images.keySet());
      names.addAll(metadata.keySet());
      names.addAll(resources.keySet());
      return names;
    }

    public boolean isEmpty() {
      return containers().isEmpty();
    }

    public Work of(Set<String> containers) {
      return new Work(
          only(images, containers), only(metadata, containers), only(resources, containers));
    }

    private static <V> SortedMap<String, V> only(SortedMap<String, V> all, Set<String> names) {
      var some = new TreeMap<>(all);
      some.keySet().retainAll(names);
      return some;
    }
  }

  /// An update that is recorded on the pod and waits for the grace period. `metadata` is a patch of
  /// the pod's metadata.
  public record Grace(String revision, Work work, Json.Obj metadata, Duration period) {}

  /// Whether a part of the update has not been written to the pod yet.
  public boolean isPending() {
    return grace.isPresent() || !next.isEmpty();
  }
}
