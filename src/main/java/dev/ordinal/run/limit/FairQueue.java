package dev.ordinal.run.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Which requests go now, and which wait. Requests of one namespace, verb and resource wait in one
/// lane, and the lanes take turns. What is slow in one lane, mostly a webhook, takes room from this
/// lane alone: slow lanes share a room of their own, and so do those that nothing is known of yet.
/// Of these and of the quick ones, each may have no more under way than it leaves to the others.
/// Without threads and clock; `T` is the one that waits.
public final class FairQueue<T> {
  /// A request that takes longer waits for something else than the API server.
  public static final Duration SLOW = Pressure.SLOW;

  /// A server carries about a hundred requests on one connection, watches among them.
  private static final int MOST = 80;

  /// So many of them are for lanes that are known to be quick: others may turn out to be slow.
  private static final int RESERVED = 16;

  private static final Duration LANE_LASTS = Duration.ofMinutes(1);

  private final Pressure pressure = new Pressure();
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
    private final T owner;
    private Optional<Instant> begin = Optional.empty();

    private Ticket(Lane<T> lane, T owner) {
      this.lane = lane;
      this.owner = owner;
    }

    private boolean isSlow(Instant now) {
      return begin.filter(at -> !at.plus(SLOW).isAfter(now)).isPresent();
    }
  }

  private static final class Lane<T> {
    private final Pressure pressure = new Pressure();
    private final ArrayDeque<Ticket<T>> tickets = new ArrayDeque<>();
    private final ArrayDeque<Ticket<T>> underWay = new ArrayDeque<>();
    private Pace last = Pace.UNKNOWN;
    private Instant lastUse = Instant.MIN;

    private boolean isIdle(Instant now) {
      return underWay.isEmpty() && tickets.isEmpty() && lastUse.plus(LANE_LASTS).isBefore(now);
    }

    /// As the last request that ended was, unless one has been under way for too long already.
    private Pace pace(Instant now) {
      return !underWay.isEmpty() && underWay.getFirst().isSlow(now) ? Pace.SLOW : last;
    }
  }

  /// Takes a request in; `admit` tells when it may go.
  public Ticket<T> join(String name, T owner, Instant now) {
    if (!lanes.containsKey(name)) {
      lanes.values().removeIf(lane -> lane.isIdle(now));
    }
    var lane = lanes.computeIfAbsent(name, _ -> new Lane<>());
    lane.lastUse = now;
    var ticket = new Ticket<>(lane, owner);
    lane.tickets.add(ticket);
    if (lane.tickets.size() == 1) {
      waiting.add(lane);
    }
    return ticket;
  }

  /// Those who may go now: one of each lane, and then again. To be called after each `join` and
  /// `end`, and when one has waited for as long as `SLOW`: what is under way may be slow by then.
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
      if (!lane.tickets.isEmpty()) {
        waiting.add(lane);
      }
    }
    return admitted;
  }

  private T begin(Lane<T> lane, Instant now) {
    var ticket = lane.tickets.removeFirst();
    ticket.begin = Optional.of(now);
    lane.underWay.add(ticket);
    underWay.add(ticket);
    return ticket.owner;
  }

  /// `alike` requests of such lanes are under way.
  private boolean hasRoom(Lane<T> lane, Pace pace, int alike) {
    var most = pace == Pace.QUICK ? MOST : MOST - RESERVED;
    var mine = lane.underWay.size();
    if (underWay.size() >= most || mine >= lane.pressure.limit()) {
      return false;
    }
    return switch (pace) {
      case QUICK -> mine < pressure.limit() - alike;
      case UNKNOWN -> mine < pressure.limit() / 2 - alike;
      case SLOW -> alike < pressure.limit() / 2;
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
    lane.pressure.ended(ending == Ending.WELL, took, now);
    pressure.ended(ending != Ending.OVERLOADED, Duration.ZERO, now);
  }

  /// Who waited for it does so no longer; it may have been admitted meanwhile.
  public void leave(Ticket<T> ticket, Instant now) {
    if (ticket.begin.isPresent()) {
      end(ticket, Ending.WELL, now);
    } else {
      ticket.lane.tickets.remove(ticket);
      waiting.removeIf(lane -> lane.tickets.isEmpty());
    }
  }
}
