package dev.ordinal.kube;

import dev.ordinal.run.limit.FairQueue;
import dev.ordinal.run.limit.FairQueue.Ending;
import dev.ordinal.run.limit.FairQueue.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets only as many requests through at once as the server bears; the others wait their turn, each
/// in the lane of its namespace, verb and resource, and there in the flow of its set. Watches are
/// not counted: they are few and stay open.
final class PacedApi implements Api {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final Api api;
  private final InstantSource clock;
  private final FairQueue<CountDownLatch> queue = new FairQueue<>();
  private Instant lastLook = Instant.MIN;

  /// `clock` is the one on the wall: it measures how long the server takes.
  PacedApi(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  @Override
  public Reply send(Request request) throws Unreachable {
    var ticket = enter(request);
    var ending = Ending.OVERLOADED;
    try {
      var reply = api.send(request);
      ending = ending(reply.code());
      return reply;
    } finally {
      end(ticket, ending);
    }
  }

  /// A failing webhook is answered with 500: that is not the server's own trouble.
  private static Ending ending(int code) {
    if (code == TOO_MANY_REQUESTS || code == UNAVAILABLE) {
      return Ending.OVERLOADED;
    }
    return code < 500 ? Ending.WELL : Ending.FAILED;
  }

  /// `POST /api/v1/namespaces/shop/pods`, whichever pod it is about.
  static String lane(Request request) {
    var path = request.path().split("[?]", 2)[0].split("/", -1);
    var length = path.length > 1 && path[1].equals("api") ? 6 : 7;
    var lane = new StringBuilder(request.method()).append(' ');
    for (var i = 1; i < Math.min(length, path.length); i++) {
      lane.append('/').append(path[i]);
    }
    return lane.toString();
  }

  private Ticket<CountDownLatch> enter(Request request) throws Unreachable {
    var admitted = new CountDownLatch(1);
    var ticket = join(request, admitted);
    try {
      var patience = FairQueue.PROBE;
      while (!admitted.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        lookAgain();
        patience = FairQueue.longer(patience);
      }
      return ticket;
    } catch (InterruptedException e) {
      leave(ticket);
      Thread.currentThread().interrupt();
      throw new Unreachable("stopped before the request was sent", true, e);
    }
  }

  private synchronized Ticket<CountDownLatch> join(Request request, CountDownLatch admitted) {
    var ticket = queue.join(lane(request), request.flow(), admitted, clock.instant());
    admit();
    return ticket;
  }

  private synchronized void end(Ticket<CountDownLatch> ticket, Ending ending) {
    queue.end(ticket, ending, clock.instant());
    admit();
  }

  private synchronized void leave(Ticket<CountDownLatch> ticket) {
    queue.leave(ticket, clock.instant());
    admit();
  }

  /// Thousands may wait, and one look serves them all.
  private synchronized void lookAgain() {
    if (lastLook.plus(FairQueue.PROBE.dividedBy(2)).isBefore(clock.instant())) {
      admit();
    }
  }

  private synchronized void admit() {
    lastLook = clock.instant();
    queue.admit(lastLook).forEach(CountDownLatch::countDown);
  }

  @Override
  public Stream open(Request request, Duration patience) throws Unreachable {
    return api.open(request, patience);
  }

  @Override
  public Peer peer() {
    return api.peer();
  }
}
