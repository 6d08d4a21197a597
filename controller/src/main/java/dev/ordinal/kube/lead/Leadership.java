package dev.ordinal.kube.lead;

import dev.ordinal.run.lead.LeaderElection;
import java.time.Duration;
import java.util.function.Supplier;

/// Whether this controller may act now: it leads, and has read everything again since it began to.
/// Asked just before each request.
public final class Leadership {
  private final LeaderElection election;
  private final Supplier<Duration> uptime;
  private volatile long openTerm;

  /// @param uptime the time since the start, by a clock that no one sets
  public Leadership(LeaderElection election, Supplier<Duration> uptime) {
    this.election = election;
    this.uptime = uptime;
  }

  /// A plan of an earlier term must not be carried out in a later one.
  public boolean mayAct() {
    return openTerm == election.term() && election.isHeld(uptime.get());
  }

  /// Everything known belongs to this term.
  void open(long term) {
    openTerm = term;
  }
}
