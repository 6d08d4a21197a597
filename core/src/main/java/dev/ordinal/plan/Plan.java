package dev.ordinal.plan;

import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.common.Report;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What to do now. Chains run side by side; inside a chain the order holds, and the first failure
/// ends it. `status` is what to report of the set or job, `wake` when to look again though nothing
/// has happened.
public record Plan<S extends Report>(
    List<Chain> chains, List<Hold> holds, List<Notice> notices, S status, Optional<Instant> wake) {

  public Plan {
    chains = List.copyOf(chains);
    holds = List.copyOf(holds);
    notices = List.copyOf(notices);
  }

  /// Actions that must follow one another, such as the claims of a pod and the pod.
  public record Chain(List<Action> actions) {
    public Chain {
      actions = List.copyOf(actions);
    }
  }

  /// Something a user should hear once, as an event.
  public record Notice(String reason, String message) implements Comparable<Notice> {
    public Notice {
      message = PlainText.of(message);
    }

    @Override
    public int compareTo(Notice other) {
      var byReason = reason.compareTo(other.reason);
      return byReason != 0 ? byReason : message.compareTo(other.message);
    }
  }

  /// Nothing to do, nothing to wait for.
  public boolean isAtRest() {
    return chains.isEmpty() && holds.isEmpty() && wake.isEmpty();
  }
}
