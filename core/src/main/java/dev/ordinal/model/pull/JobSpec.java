package dev.ordinal.model.pull;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The spec of a job, with every default applied. Without `parallelism` it is paused;
/// `annotations` are copied to each pull, for registries and caches that read them.
public record JobSpec(
    String image,
    List<String> pullSecrets,
    Scope scope,
    Optional<Amount> parallelism,
    Effort effort,
    Completion completion,
    SortedMap<String, String> annotations,
    boolean pullsAlways) {

  public JobSpec {
    pullSecrets = List.copyOf(pullSecrets);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /// Which nodes pull the image.
  public sealed interface Scope {
    record AllNodes() implements Scope {}

    record Named(List<String> nodes) implements Scope {
      public Named {
        nodes = List.copyOf(nodes);
      }
    }

    record Labelled(Selector selector) implements Scope {}

    /// The nodes of the pods with these labels.
    record UnderPods(Selector selector) implements Scope {}
  }

  /// The time limit of one attempt, and how many retries a node has.
  public record Effort(Duration timeout, int backoffLimit) {}

  /// When the job ends, and when it is deleted.
  public sealed interface Completion {
    /// Ends when each node has the image or has failed, or at the deadline; kept for `ttl`
    /// afterwards.
    record Once(Optional<Duration> deadline, Optional<Duration> ttl) implements Completion {}

    /// Never ends: nodes that are added later pull the image too.
    record Never() implements Completion {}
  }
}
