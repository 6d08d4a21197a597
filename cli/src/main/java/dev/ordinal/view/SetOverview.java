package dev.ordinal.view;

import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.model.common.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One set at one moment, as it is shown.
///
/// @param version the resourceVersion that it was seen at, for changes that must not overwrite
///     others
/// @param isObserved whether the controller has seen this generation
/// @param reason the word of the Ready condition, and `message` its sentence
/// @param now the moment that ages are counted to
public record SetOverview(
    SetKey key,
    String uid,
    long version,
    long generation,
    boolean isObserved,
    Instant createdAt,
    SetPhase phase,
    String reason,
    String message,
    SetGoal goal,
    Counts counts,
    Progress progress,
    List<RevisionRow> revisions,
    List<OrdinalRow> ordinals,
    List<WaitRow> waits,
    Instant now) {
  public SetOverview {
    reason = PlainText.of(reason);
    message = PlainText.of(message);
    revisions = List.copyOf(revisions);
    ordinals = List.copyOf(ordinals);
    waits = List.copyOf(waits);
  }

  /// The revision that pods are brought to.
  public Optional<RevisionRow> updateRevision() {
    return revisions.stream().filter(RevisionRow::isUpdate).findFirst();
  }

  public Optional<OrdinalRow> findPod(String name) {
    return ordinals.stream().filter(row -> row.pod().equals(name)).findFirst();
  }
}
