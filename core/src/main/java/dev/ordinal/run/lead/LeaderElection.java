package dev.ordinal.run.lead;

import dev.ordinal.model.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides when this controller reads and writes the Lease, and whether it leads. Clocks of two
/// machines are never compared: each counts the time since it saw something. Thread-safe.
///
/// Why two never lead at once: the leader counts its time from the *start* of a renewal, and stops
/// after the renew deadline. A candidate counts from the moment at which it *saw* that renewal,
/// which is later, and waits for the lease duration, which is longer. The leader stops as soon as
/// one of its two clocks says so, because the uptime stands still while its machine is suspended.
public final class LeaderElection {
  private final String identity;
  private final ElectionSettings settings;

  /// The Lease when it was last read or written, and when it was first seen like this.
  private Optional<Lease> seen = Optional.empty();
  private Duration seenAt = Duration.ZERO;

  /// Whether a write may be based on `seen`.
  private boolean isRead;

  /// Whether a Lease is being created.
  private boolean isCreating;

  /// A Lease that does not exist may be created from then on: until then another controller may
  /// lead by one that was deleted.
  private Duration absentUntil = Duration.ZERO;

  private Duration due = Duration.ZERO;
  private Moment heldUntil = Moment.START;
  private boolean isResigned;
  private long term;
  private Optional<String> rival = Optional.empty();

  /// A moment by two clocks of one machine.
  ///
  /// @param uptime the time since the process started, by a clock that no one sets
  /// @param wall the time of day, which may be set at any time
  public record Moment(Duration uptime, Instant wall) {
    static final Moment START = new Moment(Duration.ZERO, Instant.EPOCH);

    Moment plus(Duration time) {
      return new Moment(uptime.plus(time), wall.plus(time));
    }

    /// By both clocks.
    boolean isBefore(Moment other) {
      return uptime.compareTo(other.uptime) < 0 && wall.isBefore(other.wall);
    }
  }

  /// What to do next.
  public sealed interface Step {
    /// Nothing, for so long, or until the Lease changes.
    record Wait(Duration time) implements Step {}

    record Read() implements Step {}

    record Create(Json.Obj body) implements Step {}

    record Patch(Json.Obj body) implements Step {}
  }

  public LeaderElection(String identity, ElectionSettings settings) {
    this.identity = identity;
    this.settings = settings;
  }

  /// Whether this controller may begin a request. A term that is over stays so, also when the wall
  /// clock is set back then.
  public synchronized boolean isHeld(Moment now) {
    var isHeld = now.isBefore(heldUntil);
    heldUntil = isHeld ? heldUntil : Moment.START;
    return isHeld;
  }

  /// Counts how often this controller began to lead. What was known before the term may be old.
  public synchronized long term() {
    return term;
  }

  public String identity() {
    return identity;
  }

  /// The leader as last seen, this one or another; empty if there is none.
  public synchronized String leader() {
    return seen.map(Lease::holder).orElse("");
  }

  /// How often the leader has changed.
  public synchronized long transitions() {
    return seen.map(Lease::transitions).orElse(0L);
  }

  /// Another controller that is certainly alive: it has renewed the Lease before our eyes.
  public synchronized Optional<String> rival() {
    return rival;
  }

  public synchronized Step next(Moment now) {
    var uptime = now.uptime();
    if (uptime.compareTo(due) < 0) {
      return new Step.Wait(due.minus(uptime));
    }
    if (!isRead) {
      return new Step.Read();
    }
    isRead = false;
    var freeAt = seen.map(this::freeAt).orElse(absentUntil);
    if (uptime.compareTo(freeAt) < 0) {
      due = earlier(uptime.plus(settings.retryPeriod()), freeAt);
      return new Step.Wait(due.minus(uptime));
    }
    return seen.map(lease -> acquire(lease, now)).orElseGet(() -> create(now));
  }

  private Step acquire(Lease lease, Moment now) {
    var next = lease.heldBy(identity, settings.leaseDuration(), now.wall());
    return new Step.Patch(next.patch(now.wall()));
  }

  private Step create(Moment now) {
    isCreating = true;
    var first = Lease.first(identity, settings.leaseDuration(), now.wall());
    return new Step.Create(first.patch(now.wall()));
  }

  private Duration freeAt(Lease lease) {
    var isFree = lease.holder().isEmpty() || lease.holder().equals(identity);
    return isFree ? Duration.ZERO : seenAt.plus(validity(lease));
  }

  /// A holder with longer times than ours keeps its own.
  private Duration validity(Lease lease) {
    var time = settings.leaseDuration();
    return time.compareTo(lease.duration()) < 0 ? lease.duration() : time;
  }

  private static Duration earlier(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// The Lease was read; empty means that there is none.
  public synchronized void read(Optional<Lease> found, Moment now) {
    var holder = found.map(Lease::holder).orElse("");
    if (found.isEmpty() && seen.isPresent() && !isHeld(now)) {
      awaitUnseen(now);
    }
    if (!found.equals(seen)) {
      var isRenewal =
          !holder.isEmpty() && seen.filter(it -> it.holder().equals(holder)).isPresent();
      rival = isRenewal && !holder.equals(identity) ? Optional.of(holder) : Optional.empty();
      seen = found;
      seenAt = now.uptime();
    }
    if (!holder.equals(identity)) {
      heldUntil = Moment.START;
    }
    isRead = true;
    due = now.uptime();
  }

  /// A write that began at `begun` has stored this Lease.
  public synchronized void wrote(Lease stored, Moment begun, Moment now) {
    var wasHeld = isHeld(now);
    isCreating = false;
    read(Optional.of(stored), now);
    due = begun.uptime().plus(settings.retryPeriod());
    if (stored.holder().equals(identity) && !isResigned) {
      heldUntil = begun.plus(settings.renewDeadline());
      term += wasHeld ? 0 : 1;
    }
  }

  /// Another controller may have held a Lease until now that this one cannot see any more.
  private void awaitUnseen(Moment now) {
    absentUntil = now.uptime().plus(seen.map(this::validity).orElse(settings.leaseDuration()));
  }

  /// A read or a write failed, or another client was faster: the Lease is read before the next
  /// write, since the failed one may have happened after all. A leader has little time, so it asks
  /// again soon. Where a Lease could not be created, another controller may have been faster, and
  /// lead also if its Lease is deleted before it is seen.
  public synchronized void failed(Moment now) {
    isRead = false;
    if (isCreating) {
      isCreating = false;
      awaitUnseen(now);
    }
    var pause = settings.retryPeriod();
    due = now.uptime().plus(isHeld(now) ? pause.dividedBy(4) : pause);
  }

  /// The Lease may have changed: a standby reads it at once.
  public synchronized void changed(Moment now) {
    if (!isHeld(now) && now.uptime().compareTo(due) < 0) {
      isRead = false;
      due = now.uptime();
    }
  }

  /// Stops leading for good, from now on. Whether this controller led until now.
  public synchronized boolean resign(Moment now) {
    var wasHeld = isHeld(now);
    heldUntil = Moment.START;
    isResigned = true;
    return wasHeld;
  }

  /// The patch that lets another controller lead at once, to be sent when all writes under way have
  /// ended; empty if another one leads already.
  public Optional<Json.Obj> release(Lease found, Instant now) {
    return Optional.of(found)
        .filter(lease -> lease.holder().equals(identity))
        .map(lease -> lease.released().patch(now));
  }
}
