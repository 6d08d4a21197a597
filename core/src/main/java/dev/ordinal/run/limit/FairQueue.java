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

/// Which requests go now, and which wait. Requests of one namespace, verb and resource wait in one
/// lane, and the lanes take turns; so do the flows inside a lane, one for each set. What is slow in
/// one lane, mostly a webhook, takes room from this lane alone: slow lanes share a room of their
/// own, and of a new lane one request goes first, as a probe. Of the quick lanes each may have no
/// more under way than it leaves to the others. Without threads and clock; `T` is the one that
/// waits.
public final class FairQueue<T> {
  /// A request that takes longer waits for something else than the API server.
  public static final Duration SLOW = ConcurrencyLimit.SLOW;

  /// A probe that takes longer makes room for that of another lane.
  public static final Duration PROBE = Duration.ofMillis(250);

  /// A server carries about a hundred requests on one connection, watches among them.
  private static final int MOST = 80;

  /// So many of them are for lanes that are known to be quick: others may turn out to be slow.
  private static final int RESERVED = 16;

  /// Probes may exceed the limit, but not by more than this: a server that asks for less gets less.
  private static final int LIMITS_WITH_PROBES = 4;

  private static final Duration LANE_LASTS = Duration.ofMinutes(1);

  private final ConcurrencyLimit limit = new ConcurrencyLimit();
  private final TreeMap<String, Lane<T>> lanes = new TreeMap<>();
  private final ArrayDeque<Lane<T>> waiting = new ArrayDeque<>();
  private final List<Ticket<T>> underWay = new ArrayList<>();

  private enum Pace {
    QUICK,
    SLOW,
    UNKNOWN
  }

  /// How a request ended.
  public enum Ending {
    WELL,
    /// It failed for a reason of its own.
    FAILED,
    /// The API server has too much to do, or is not there.
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
    private Pace last = Pace.UNKNOWN;
    private Instant lastUse = Instant.MIN;

    private boolean isIdle(Instant now) {
      return underWay.isEmpty() && flows.isEmpty() && lastUse.plus(LANE_LASTS).isBefore(now);
    }

    /// As the last request that ended was, unless one has been under way for too long already.
    private Pace pace(Instant now) {
      var limit = last == Pace.UNKNOWN ? PROBE : SLOW;
      return !underWay.isEmpty() && underWay.getFirst().lasts(limit, now) ? Pace.SLOW : last;
    }

    private void add(Ticket<T> ticket) {
      var tickets = flows.computeIfAbsent(ticket.flow, _ -> new ArrayDeque<>());
      if (tickets.isEmpty()) {
        turns.add(ticket.flow);
      }
      tickets.add(ticket);
    }

    /// The first of the flow whose turn it is.
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

  /// Takes a request in; `admit` tells when it may go.
  public Ticket<T> join(String name, String flow, T owner, Instant now) {
    if (!lanes.containsKey(name)) {
      lanes.values().removeIf(lane -> lane.isIdle(now));
    }
    var lane = lanes.computeIfAbsent(name, _ -> new Lane<>());
    lane.lastUse = now;
    var ticket = new Ticket<>(lane, flow, owner);
    var isFirst = lane.flows.isEmpty();
    lane.add(ticket);
    if (isFirst && lane.last == Pace.UNKNOWN) {
      // One probe of each lane goes before the others: otherwise it waits for all that are slow.
      waiting.addFirst(lane);
    } else if (isFirst) {
      waiting.addLast(lane);
    }
    return ticket;
  }

  /// Those who may go now: one of each lane, and then again. To be called after each `join` and
  /// `end`, and when one has waited for as long as `PROBE`: what is under way may be slow by then.
  public List<T> admit(Instant now) {
    var admitted = new ArrayList<T>();
    var paces = new EnumMap<Pace, Integer>(Pace.class);
    underWay.forEach(ticket -> paces.merge(ticket.lane.pace(now), 1, Integer::sum));
    var inVain = 0;
    while (inVain < waiting.size() && underWay.size() < MOST) {
      var lane = waiting.removeFirst();
      var pace = lane.pace(now);
      var hasRoom = hasRoom(lane, pace, paces.getOrDefault(pace, 0));
      inVain = hasRoom ? 0 : inVain + 1;
      if (hasRoom) {
        admitted.add(begin(lane, now));
        paces.merge(pace, 1, Integer::sum);
      }
      if (!lane.flows.isEmpty()) {
        waiting.add(lane);
      }
    }
    return admitted;
  }

  /// How long to wait for the next look after one that came after so long: thousands may wait.
  public static Duration longer(Duration patience) {
    return patience.multipliedBy(2).compareTo(SLOW) < 0 ? patience.multipliedBy(2) : SLOW;
  }

  private T begin(Lane<T> lane, Instant now) {
    var ticket = lane.next();
    ticket.begin = Optional.of(now);
    lane.underWay.add(ticket);
    underWay.add(ticket);
    return ticket.owner;
  }

  /// `alike` requests of such lanes are under way.
  private boolean hasRoom(Lane<T> lane, Pace pace, int alike) {
    var most = pace == Pace.QUICK ? MOST : MOST - RESERVED;
    var mine = lane.underWay.size();
    if (underWay.size() >= most || mine >= lane.limit.limit()) {
      return false;
    }
    return switch (pace) {
      case QUICK -> mine < limit.limit() - alike;
      case UNKNOWN ->
          mine == 0
              && alike < limit.limit() / 2
              && underWay.size() < LIMITS_WITH_PROBES * limit.limit();
      case SLOW -> alike < limit.limit() / 2;
    };
  }

  /// Takes the end of a request that was admitted.
  public void end(Ticket<T> ticket, Ending ending, Instant now) {
    var lane = ticket.lane;
    lane.underWay.remove(ticket);
    lane.lastUse = now;
    underWay.remove(ticket);
    var took = ticket.begin.map(at -> Duration.between(at, now)).orElse(Duration.ZERO);
    lane.last = took.compareTo(SLOW) < 0 ? Pace.QUICK : Pace.SLOW;
    lane.limit.ended(ending == Ending.WELL, took, now);
    limit.ended(ending != Ending.OVERLOADED, Duration.ZERO, now);
  }

  /// Who waited for it does so no longer; it may have been admitted meanwhile.
  public void leave(Ticket<T> ticket, Instant now) {
    if (ticket.begin.isPresent()) {
      end(ticket, Ending.WELL, now);
    } else {
      ticket.lane.remove(ticket);
      waiting.removeIf(lane -> lane.flows.isEmpty());
    }
  }
}
