package dev.ordinal.view;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.plan.Severity;
import java.time.Instant;
import java.util.Optional;

/// One hold, as users read it: what waits, the word for the reason, and a sentence.
///
/// @param blocker the pod that it waits for, if that is another one
/// @param since from when on it waits for this reason, if the objects tell
public record WaitRow(
    String target,
    String reason,
    String sentence,
    Severity severity,
    Optional<String> blocker,
    Optional<Instant> since,
    Advice advice) {
  public WaitRow {
    target = PlainText.of(target);
    reason = PlainText.of(reason);
    sentence = PlainText.of(sentence);
  }
}
