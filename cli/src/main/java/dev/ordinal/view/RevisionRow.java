package dev.ordinal.view;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.time.Instant;
import java.util.List;

/// One revision of a set's template.
///
/// @param pods how many of the set's pods have it
/// @param cause what the annotation `kubernetes.io/change-cause` tells, or empty
public record RevisionRow(
    String name,
    long number,
    boolean isCurrent,
    boolean isUpdate,
    String cause,
    Instant createdAt,
    List<String> images,
    int pods,
    Json.Obj template) {
  public RevisionRow {
    name = PlainText.of(name);
    cause = PlainText.of(cause);
    images = images.stream().map(PlainText::of).toList();
  }
}
