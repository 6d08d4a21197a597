package dev.ordinal.model.pull;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.number.Amount;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the user wants of a job, with every default applied. Without `parallelism` it is paused;
/// `annotations` go with each pull, for registries and caches that look at them.
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

  /// Which nodes shall have the image.
  public sealed interface Scope {
    record AllNodes() implements Scope {}

    record Named(List<String> nodes) implements Scope {
      public Named {
        nodes = List.copyOf(nodes);
      }
    }

    record Labelled(Selector selector) implements Scope {}

    /// The nodes on which pods of these labels run.
    record UnderPods(Selector selector) implements Scope {}
  }

  /// How long one attempt may last, and how many more follow it on a node.
  public record Effort(Duration timeout, int backoffLimit) {}

  /// When the job ends, and what becomes of it.
  public sealed interface Completion {
    /// When each node has the image or has failed, or at the deadline. Kept for `ttl` afterwards.
    record Once(Optional<Duration> deadline, Optional<Duration> ttl) implements Completion {}

    /// Nodes that come later get the image too.
    record Never() implements Completion {}
  }
}
