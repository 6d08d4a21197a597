package dev.ordinal.kube.lead;

import dev.ordinal.kube.http.Api.Unreachable;
import dev.ordinal.kube.lead.LeaseClient.Answer;
import dev.ordinal.run.lead.LeaderElection;
import dev.ordinal.run.lead.LeaderElection.Moment;
import dev.ordinal.run.lead.LeaderElection.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Carries out what the election decides, on a thread of its own, and tells its listener what has
/// changed. A second thread watches the Lease, so that a hand-over is noticed at once.
public final class LeaderElector implements AutoCloseable {
  /// From one watch to the next, so that one that fails at once is not repeated without a pause.
  private static final Duration WATCH_PERIOD = Duration.ofSeconds(1);

  private final LeaderElection election;
  private final LeaseClient client;
  private final Supplier<Moment> now;
  private final Listener listener;
  private final Semaphore changes = new Semaphore(0);
  private final CountDownLatch looked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = Thread.ofVirtual().name("election").unstarted(this::run);
  private final Thread watcher = Thread.ofVirtual().name("election-watch").unstarted(this::watch);
  private long toldTerm;
  private boolean isToldLeading;
  private String toldLeader = "";
  private Optional<String> toldRival = Optional.empty();

  /// Is told about the election, one call at a time. Calls must be short: the Lease waits.
  public interface Listener {
    /// A term has begun.
    void leads(long term);

    /// The term is over.
    void leadsNoMore();

    /// Another controller leads; empty: none does.
    void follows(String leader);

    /// Another controller is certainly alive.
    void rival(String identity);

    /// The Lease could not be read or written.
    void failed(String sentence);
  }

  public LeaderElector(
      LeaderElection election, LeaseClient client, Supplier<Moment> now, Listener listener) {
    this.election = election;
    this.client = client;
    this.now = now;
    this.listener = listener;
  }

  public void start() {
    thread.start();
    watcher.start();
  }

  /// Waits until the election is decided for the first time, or for so long.
  public void awaitFirst(Duration time) throws InterruptedException {
    var _ = looked.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void run() {
    try {
      while (closed.getCount() > 0) {
        step(election.next(now.get()));
        tell();
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  private void step(Step step) throws InterruptedException {
    var begun = now.get();
    try {
      switch (step) {
        case Step.Wait(var time) -> await(time);
        case Step.Read _ -> readAs(client.read());
        case Step.Create(var body) -> wroteAs(client.create(body), begun);
        case Step.Patch(var body) -> wroteAs(client.patch(body), begun);
      }
    } catch (Unreachable e) {
      election.failed(now.get());
      listener.failed(String.valueOf(e.getMessage()));
    }
  }

  private void await(Duration time) throws InterruptedException {
    looked.countDown();
    if (changes.tryAcquire(time.toMillis() + 1, TimeUnit.MILLISECONDS)) {
      changes.drainPermits();
      election.changed(now.get());
    }
  }

  private void readAs(Answer answer) {
    if (answer instanceof Answer.Found(var lease)) {
      election.read(lease, now.get());
    } else {
      failed(answer);
    }
  }

  private void wroteAs(Answer answer, Moment begun) {
    if (answer instanceof Answer.Found(var lease) && lease.isPresent()) {
      election.wrote(lease.get(), begun, now.get());
    } else {
      failed(answer);
    }
  }

  private void failed(Answer answer) {
    election.failed(now.get());
    if (answer instanceof Answer.Refused(var code, var sentence)) {
      listener.failed("%s (%d)".formatted(sentence, code));
    }
  }

  private void tell() {
    var isLeading = election.isHeld(now.get());
    if (isToldLeading && (!isLeading || toldTerm != election.term())) {
      isToldLeading = false;
      listener.leadsNoMore();
    }
    if (isLeading && !isToldLeading) {
      isToldLeading = true;
      toldTerm = election.term();
      listener.leads(toldTerm);
    }
    tellOthers(isLeading);
  }

  private void tellOthers(boolean isLeading) {
    var leader = election.leader();
    if (!leader.equals(toldLeader)) {
      toldLeader = leader;
      if (!isLeading) {
        listener.follows(leader);
      }
    }
    var rival = election.rival();
    if (!rival.equals(toldRival)) {
      toldRival = rival;
      rival.ifPresent(listener::rival);
    }
  }

  private void watch() {
    try {
      long next;
      do {
        next = System.nanoTime() + WATCH_PERIOD.toNanos();
        try {
          client.watch(changes::release);
        } catch (Unreachable | IOException _) {
          // The Lease is read regularly as well.
        }
      } while (!closed.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  /// Stops leading at once: no further write begins. Whether this controller led until now.
  public boolean resign() {
    var hasLed = election.resign(now.get());
    close();
    return hasLed;
  }

  /// Lets another controller lead at once: to be called when all writes under way have ended. The
  /// Lease is read first, since its last renewal may have been broken off.
  public boolean handOver() {
    try {
      if (client.read() instanceof Answer.Found(var lease)) {
        var release = lease.flatMap(found -> election.release(found, now.get().wall()));
        return release.isPresent() && client.patch(release.get()) instanceof Answer.Found;
      }
    } catch (Unreachable _) {
      // The Lease runs out by itself.
    }
    return false;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    watcher.interrupt();
    try {
      thread.join();
      watcher.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
