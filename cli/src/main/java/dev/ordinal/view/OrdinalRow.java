package dev.ordinal.view;

import dev.ordinal.model.common.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One ordinal of a set and the pod that has it, if there is one.
///
/// @param isWanted whether the spec asks for this ordinal
/// @param isUpdated whether the pod has the newest template
/// @param words what the pod is doing, in words
/// @param waits what it waits for, the cause first
public record OrdinalRow(
    int ordinal,
    String pod,
    boolean isWanted,
    boolean isUpdated,
    OrdinalState state,
    String words,
    PodFacts facts,
    List<ClaimRow> claims,
    List<WaitRow> waits) {
  public OrdinalRow {
    words = PlainText.of(words);
    claims = List.copyOf(claims);
    waits = List.copyOf(waits);
  }

  /// The hold that tells most of the cause.
  public Optional<WaitRow> findWait() {
    return waits.stream().findFirst();
  }

  /// What the pod itself tells; nothing where there is none.
  ///
  /// @param lifecycle the state between its hooks, or empty
  public record PodFacts(
      String uid,
      String revision,
      Optional<Instant> createdAt,
      Optional<Instant> readySince,
      String node,
      String zone,
      int restarts,
      List<String> images,
      String lifecycle) {
    public static final PodFacts NONE =
        new PodFacts("", "", Optional.empty(), Optional.empty(), "", "", 0, List.of(), "");

    public PodFacts {
      revision = PlainText.of(revision);
      node = PlainText.of(node);
      zone = PlainText.of(zone);
      images = images.stream().map(PlainText::of).toList();
      lifecycle = PlainText.of(lifecycle);
    }
  }
}
