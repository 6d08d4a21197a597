package dev.ordinal.plan;

import dev.ordinal.model.common.PlainText;

/// Work that is needed and was not done, and why. Log, event, condition and status all print it.
public record Hold(String target, HoldReason reason) {
  public String reasonName() {
    return reason.getClass().getSimpleName();
  }

  public Severity severity() {
    return Severity.of(reason, target);
  }

  /// The hold as a sentence for people.
  public String sentence() {
    return PlainText.of(reason.of(target));
  }
}
