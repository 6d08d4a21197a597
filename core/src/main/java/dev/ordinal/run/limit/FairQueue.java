package dev.ordinal.run.limit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Decides which requests are sent now and which wait. Requests of one namespace, verb and resource
/// wait in one lane, and the lanes take turns; so do the flows inside a lane, one for each set. A
/// slow lane, mostly because of a webhook, uses only its own capacity: slow lanes share a part of
/// the whole, and a new lane begins with one request as a probe. A fast lane may have no more
/// requests under way than it leaves to the others. Without threads and clock; `T` represents the
/// waiting request.
public final class FairQueue<T> {
  /// A request that takes longer waits for something other than the API server.
  public static final Duration SLOW = ConcurrencyLimit.SLOW;

  /// A probe that takes longer makes room for that of another lane.
  public static final Duration PROBE = Duration.ofMillis(250);

  /// A server carries about a hundred requests on one connection, watches among them.
  private static final int MOST = 80;

  /// Reserved for lanes that are known to be fast: the others may turn out to be slow.
  private static final int RESERVED = 16;

  /// Probes may exceed the limit, but not by more than this factor: an overloaded server gets fewer
  /// requests.
  private static final int LIMITS_WITH_PROBES = 4;

  private static final Duration LANE_EXPIRY = Duration.ofMinutes(1);

  private final ConcurrencyLimit limit = new ConcurrencyLimit();
  private final TreeMap<String, Lane<T>> lanes = new TreeMap<>();
  private final ArrayDeque<Lane<T>> waiting = new ArrayDeque<>();
  private final List<Ticket<T>> underWay = new ArrayList<>();

  private enum Speed {
    FAST,
    SLOW,
    UNKNOWN
  }

  /// What the end of a request tells about the load of the server.
  public enum Feedback {
    ACCEPTED,
    /// It failed for a reason other than load.
    FAILED,
    /// The API server is overloaded, or unreachable.
    OVERLOADED
  }

  /// The place of one request in the queue.
  public static final class Ticket<T> {
    private final Lane<T> lane;
    private final String flow;
    private final T owner;
    private Optional<Instant> begin = Optional.empty();

    private Ticket(Lane<T> lane, String flow, T owner) {
      this.lane = lane;
      this.flow = flow;
      this.owner = owner;
    }

    private boolean lasts(Duration limit, Instant now) {
      return begin.filter(at -> !at.plus(limit).isAfter(now)).isPresent();
    }
  }

  private static final class Lane<T> {
    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private final TreeMap<String, ArrayDeque<Ticket<T>>> flows = new TreeMap<>();
    private final ArrayDeque<String> turns = new ArrayDeque<>();
    private final ArrayDeque<Ticket<T>> underWay = new ArrayDeque<>();
    private Speed last = Speed.UNKNOWN;
    private Instant lastUse = Instant.MIN;

    private boolean isIdle(Instant now) {
      return underWay.isEmpty() && flows.isEmpty() && lastUse.plus(LANE_EXPIRY).isBefore(now);
    }

    /// The speed of the last request that ended, unless one has been under way for too long
    /// already.
    private Speed speed(Instant now) {
      var limit = last == Speed.UNKNOWN ? PROBE : SLOW;
      return !underWay.isEmpty() && underWay.getFirst().lasts(limit, now) ? Speed.SLOW : last;
    }

    private void add(Ticket<T> ticket) {
      var tickets = flows.computeIfAbsent(ticket.flow, _ -> new ArrayDeque<>());
      if (tickets.isEmpty()) {
        turns.add(ticket.flow);
      }
      tickets.add(ticket);
    }

    /// The first request of the flow that has its turn.
    private Ticket<T> next() {
      var flow = turns.removeFirst();
      var tickets = requireNonNull(flows.get(flow));
      var ticket = tickets.removeFirst();
      if (tickets.isEmpty()) {
        flows.remove(flow);
      } else {
        turns.add(flow);
      }
      return ticket;
    }

    private void remove(Ticket<T> ticket) {
      var tickets = flows.get(ticket.flow);
      if (tickets != null && tickets.remove(ticket) && tickets.isEmpty()) {
        flows.remove(ticket.flow);
        turns.remove(ticket.flow);
      }
    }
  }

  /// Adds a request; `admit` returns it when it may be sent.
  public Ticket<T> join(String name, String flow, T owner, Instant now) {
    if (!lanes.containsKey(name)) {
      lanes.values().removeIf(lane -> lane.isIdle(now));
    }
    var lane = lanes.computeIfAbsent(name, _ -> new Lane<>());
    lane.lastUse = now;
    var ticket = new Ticket<>(lane, flow, owner);
    var isFirst = lane.flows.isEmpty();
    lane.add(ticket);
    if (isFirst && lane.last == Speed.UNKNOWN) {
      // The probe of a lane goes before other requests: otherwise it would wait for all slow ones.
      waiting.addFirst(lane);
    } else if (isFirst) {
      waiting.addLast(lane);
    }
    return ticket;
  }

  /// The requests to send now: one of each lane, and then again. To be called after each `join` and
  /// `end`, and when a request has waited for as long as `PROBE`: those under way may be slow by
  /// then.
  public List<T> admit(Instant now) {
    var admitted = new ArrayList<T>();
    var speeds = new EnumMap<Speed, Integer>(Speed.class);
    underWay.forEach(ticket -> speeds.merge(ticket.lane.speed(now), 1, Integer::sum));
    var skipped = 0;
    while (skipped < waiting.size() && underWay.size() < MOST) {
      var lane = waiting.removeFirst();
      var speed = lane.speed(now);
      var hasRoom = hasRoom(lane, speed, speeds.getOrDefault(speed, 0));
      skipped = hasRoom ? 0 : skipped + 1;
      if (hasRoom) {
        admitted.add(begin(lane, now));
        speeds.merge(speed, 1, Integer::sum);
      }
      if (!lane.flows.isEmpty()) {
        waiting.add(lane);
      }
    }
    return admitted;
  }

  /// The next delay between two checks: thousands of requests may wait.
  public static Duration longer(Duration delay) {
    return delay.multipliedBy(2).compareTo(SLOW) < 0 ? delay.multipliedBy(2) : SLOW;
  }

  private T begin(Lane<T> lane, Instant now) {
    var ticket = lane.next();
    ticket.begin = Optional.of(now);
    lane.underWay.add(ticket);
    underWay.add(ticket);
    return ticket.owner;
  }

  /// `alike` requests of lanes with this speed are under way.
  private boolean hasRoom(Lane<T> lane, Speed speed, int alike) {
    var most = speed == Speed.FAST ? MOST : MOST - RESERVED;
    var mine = lane.underWay.size();
    if (underWay.size() >= most || mine >= lane.limit.limit()) {
      return false;
    }
    return switch (speed) {
      case FAST -> mine < limit.limit() - alike;
      case UNKNOWN ->
          mine == 0
              && alike < limit.limit() / 2
              && underWay.size() < LIMITS_WITH_PROBES * limit.limit();
      case SLOW -> alike < limit.limit() / 2;
    };
  }

  /// Takes the end of an admitted request.
  public void end(Ticket<T> ticket, Feedback feedback, Instant now) {
    var lane = ticket.lane;
    lane.underWay.remove(ticket);
    lane.lastUse = now;
    underWay.remove(ticket);
    var took = ticket.begin.map(at -> Duration.between(at, now)).orElse(Duration.ZERO);
    lane.last = took.compareTo(SLOW) < 0 ? Speed.FAST : Speed.SLOW;
    lane.limit.completed(feedback == Feedback.ACCEPTED, took, now);
    limit.completed(feedback != Feedback.OVERLOADED, Duration.ZERO, now);
  }

  /// Removes a request that was given up; it may have been admitted meanwhile.
  public void leave(Ticket<T> ticket, Instant now) {
    if (ticket.begin.isPresent()) {
      end(ticket, Feedback.ACCEPTED, now);
    } else {
      ticket.lane.remove(ticket);
      waiting.removeIf(lane -> lane.flows.isEmpty());
    }
  }
}
