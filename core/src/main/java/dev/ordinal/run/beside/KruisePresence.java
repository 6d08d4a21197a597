package dev.ordinal.run.beside;

import dev.ordinal.run.lead.Lease;
import java.time.Duration;
import java.util.Optional;

/// Decides whether kruise-manager runs, from one look at the cluster after the other. Its clock is
/// never compared with ours: a Lease that changes is renewed, and one that has not changed for
/// longer than it is valid is not.
///
/// `held, unchanged for 20 s, webhook` → `STOPPED`
public final class KruisePresence {
  /// A look, and a renewal, may come late.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private State state = State.UNKNOWN;
  private Optional<String> version = Optional.empty();
  private Duration changedAt = Duration.ZERO;

  /// What is known of it.
  public enum State {
    /// Not yet: nothing may be written.
    UNKNOWN,
    /// It renews its Lease, or its webhook is registered and no Lease tells otherwise.
    RUNNING,
    /// Its webhook is left, and nothing serves it.
    STOPPED,
    /// Its signs may not be read.
    UNSEEN,
    ABSENT;

    /// Whether a controller may write beside it.
    public boolean allowsWrites() {
      return switch (this) {
        case UNKNOWN, RUNNING -> false;
        case STOPPED, UNSEEN, ABSENT -> true;
      };
    }
  }

  /// What one look has shown.
  ///
  /// @param lease that for which several kruise-managers compete
  /// @param hasWebhook whether its webhook for our kind is registered
  public record Signs(Optional<Lease> lease, boolean hasWebhook) {}

  /// What is known after this look.
  ///
  /// @param now the time since some moment, on a clock that is never set
  public State look(Signs signs, Duration now) {
    state = signs.lease().map(lease -> held(lease, signs, now)).orElseGet(() -> unheld(signs));
    return state;
  }

  /// What is known after a look that the permissions do not allow. What earlier looks have decided
  /// still counts.
  public State refused() {
    if (state == State.UNKNOWN) {
      state = State.UNSEEN;
    }
    return state;
  }

  public State state() {
    return state;
  }

  /// Without leader election it has no Lease.
  private static State unheld(Signs signs) {
    return signs.hasWebhook() ? State.RUNNING : State.ABSENT;
  }

  private State held(Lease lease, Signs signs, Duration now) {
    if (lease.holder().isEmpty()) {
      return gone(signs);
    }
    var isChanged = !version.equals(Optional.of(lease.version()));
    if (isChanged) {
      var isFirst = version.isEmpty();
      version = Optional.of(lease.version());
      changedAt = now;
      // At first sight nobody can tell how old it is.
      return isFirst ? State.UNKNOWN : State.RUNNING;
    }
    var isOver = now.minus(changedAt).compareTo(lease.duration().plus(GRACE)) > 0;
    return isOver ? gone(signs) : state;
  }

  private static State gone(Signs signs) {
    return signs.hasWebhook() ? State.STOPPED : State.ABSENT;
  }
}
