package dev.ordinal.kube.lead;

import dev.ordinal.run.lead.LeaderElection;
import dev.ordinal.run.lead.LeaderElection.Moment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Whether this controller may act now: it leads, and has read everything again since it began to.
/// Asked just before each request.
public final class Leadership {
  private final LeaderElection election;
  private final Supplier<Moment> now;
  private final AtomicLong openTerm = new AtomicLong();

  public Leadership(LeaderElection election, Supplier<Moment> now) {
    this.election = election;
    this.now = now;
  }

  /// A plan of an earlier term must not be carried out in a later one.
  public boolean mayAct() {
    return openTerm.get() == election.term() && election.isHeld(now.get());
  }

  /// Everything known belongs to this term. The take-over of an earlier one may end later.
  void open(long term) {
    openTerm.accumulateAndGet(term, Math::max);
  }
}
