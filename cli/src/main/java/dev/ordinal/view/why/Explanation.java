package dev.ordinal.view.why;

import dev.ordinal.view.Advice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Why one pod, or the set, waits.
///
/// @param chain the sentences from this wait down to the first cause
/// @param root what the first cause is about
/// @param advice what ends the first cause
public record Explanation(
    String target,
    String reason,
    List<String> chain,
    String root,
    Optional<Instant> since,
    Advice advice) {
  public Explanation {
    chain = List.copyOf(chain);
  }

  /// Whether it waits for nothing but itself.
  public boolean isFirst() {
    return chain.size() == 1;
  }

  /// All of it as one sentence: `web-3 waits for web-2, …; web-2 is broken (…)`.
  public String sentence() {
    return String.join("; ", chain);
  }
}
