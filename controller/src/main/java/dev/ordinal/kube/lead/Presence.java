package dev.ordinal.kube.lead;

import dev.ordinal.run.lead.ElectionSettings;
import dev.ordinal.run.lead.LeaderElection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows that this controller is there, and tells about another one: for a controller that leads
/// without an election. It takes the Lease when that is free, and waits for nothing.
public final class Presence implements AutoCloseable, LeaderElector.Listener {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  private final LeaseClient lease;
  private final LeaderElector elector;
  private volatile boolean hasRival;
  private boolean hasFailed;

  public Presence(LeaseClient lease, String identity) {
    this.lease = lease;
    this.elector =
        new LeaderElector(
            new LeaderElection(identity, ElectionSettings.presence()),
            lease,
            new ProcessClock(),
            this);
  }

  public void start() {
    elector.start();
  }

  /// Whether another controller was seen alive.
  public boolean hasRival() {
    return hasRival;
  }

  @Override
  public void leads(long term) {}

  @Override
  public void leadsNoMore() {}

  @Override
  public void follows(String leader) {}

  @Override
  public void rival(String identity) {
    hasRival = true;
    LOG.error(
        "Another controller, {}, manages the same sets: it renews the lease {}. Two that act at"
            + " once may exceed a budget. Stop one of them, or run both with --leader-elect.",
        identity,
        lease);
  }

  @Override
  public void failed(String sentence) {
    if (!hasFailed) {
      hasFailed = true;
      LOG.info(
          "Whether another controller runs cannot be seen: the lease {} could not be read or"
              + " written: {}",
          lease,
          sentence);
    }
  }

  @Override
  public void close() {
    if (elector.resign()) {
      elector.handOver();
    }
  }
}
