package dev.ordinal.kube.lead;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.http.Api;
import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.metrics.LeaderMetrics;
import dev.ordinal.run.lead.LeaderElection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One of several controllers: it observes everything, and acts while it leads.
public final class Candidate implements AutoCloseable, LeaderElector.Listener, FencedApi.Count {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  /// A controller that is alone lists everything only once, as leader.
  private static final Duration FIRST_DECISION = Duration.ofSeconds(5);

  /// How long writes under way may take before the Lease is left to run out.
  private static final Duration LAST_WRITES = Duration.ofSeconds(5);

  private final LeaderElection election;
  private final LeaseClient lease;
  private final Leadership leadership;
  private final FencedApi fence;
  private final LeaderElector elector;
  private final Controller controller;
  private final LeaderMetrics metrics;
  private Optional<String> failure = Optional.empty();

  /// Makes the controller, whose every write goes through the fence.
  public interface Maker {
    Controller make(Api fenced, BooleanSupplier mayAct);
  }

  /// The Lease, and the election for it.
  public record Seat(LeaseClient lease, LeaderElection election) {}

  public Candidate(Api api, Seat seat, LeaderMetrics metrics, Maker maker) {
    this.metrics = metrics;
    var clock = new ProcessClock();
    this.election = seat.election();
    this.lease = seat.lease();
    this.leadership = new Leadership(election, clock);
    this.fence = new FencedApi(api, leadership, this);
    this.controller = maker.make(fence, leadership::mayAct);
    this.elector = new LeaderElector(election, lease, clock, this);
  }

  /// Until it leads it is a standby, also where it may not even read the Lease.
  public void start() throws InterruptedException {
    metrics.standing(lease.toString(), false);
    elector.start();
    elector.awaitFirst(FIRST_DECISION);
    controller.start();
  }

  public Controller controller() {
    return controller;
  }

  @Override
  public void refused() {
    metrics.fenced();
  }

  @Override
  public void overrun(Api.Request request) {
    metrics.overrun();
    LOG.info("{} was under way when the term of {} ended", request, election.identity());
  }

  /// On a thread of its own: the Lease must be renewed meanwhile.
  @Override
  public void leads(long term) {
    failure = Optional.empty();
    LOG.info("{} leads: it holds the lease {}", election.identity(), lease);
    Thread.startVirtualThread(
        () -> {
          try {
            controller.takeOver();
            leadership.open(term);
            metrics.changed(lease.toString(), true);
            controller.wake();
            post("became leader");
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Override
  public void leadsNoMore() {
    metrics.changed(lease.toString(), false);
    LOG.warn(
        "{} does not lead any more: the lease {} was not renewed in time. It stands by.",
        election.identity(),
        lease);
  }

  @Override
  public void follows(String leader) {
    metrics.standing(lease.toString(), false);
    if (leader.isEmpty()) {
      LOG.info("no controller leads: the lease {} is free", lease);
    } else {
      LOG.info("{} stands by: {} leads", election.identity(), leader);
    }
  }

  /// Usual here: that is what the others are for.
  @Override
  public void rival(String identity) {}

  @Override
  public void failed(String sentence) {
    if (!failure.equals(Optional.of(sentence))) {
      failure = Optional.of(sentence);
      LOG.warn("the lease {} could not be read or renewed: {}", lease, sentence);
    }
  }

  private void post(String what) {
    try {
      lease.post(
          election.identity(), election.identity() + " " + what, InstantSource.system().instant());
    } catch (Unreachable _) {
      // It only informs.
    }
  }

  /// Begins no more writes, and lets another controller lead as soon as those under way have ended.
  /// One that does not end may still take effect: then the Lease runs out by itself.
  public void handOver() {
    var hasLed = elector.resign();
    try {
      if (hasLed && fence.awaitNone(LAST_WRITES) && elector.handOver()) {
        LOG.info("{} has handed over the lease {}", election.identity(), lease);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    handOver();
    controller.close();
  }
}
