package dev.ordinal.kube.http;

import dev.ordinal.run.limit.FairQueue;
import dev.ordinal.run.limit.FairQueue.Feedback;
import dev.ordinal.run.limit.FairQueue.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Sends only as many requests at once as the server can bear; the others wait, each in the lane of
/// its namespace, verb and resource, and there in the flow of its set. Watches are not counted:
/// they are few and stay open.
public final class PacedApi implements Api {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final Api api;
  private final InstantSource clock;
  private final FairQueue<CountDownLatch> queue = new FairQueue<>();
  private Instant lastLook = Instant.MIN;

  /// `clock` is the wall clock: it measures how long the server takes.
  public PacedApi(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  @Override
  public Response send(Request request) throws Unreachable {
    var ticket = enter(request);
    var feedback = Feedback.OVERLOADED;
    try {
      var reply = api.send(request);
      feedback = feedback(reply.code());
      return reply;
    } finally {
      end(ticket, feedback);
    }
  }

  /// The response to a failing webhook is a 500, which is no overload of the server.
  private static Feedback feedback(int code) {
    if (code == TOO_MANY_REQUESTS || code == UNAVAILABLE) {
      return Feedback.OVERLOADED;
    }
    return code < 500 ? Feedback.ACCEPTED : Feedback.FAILED;
  }

  /// `POST /api/v1/namespaces/shop/pods`, for any pod.
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
      var delay = FairQueue.PROBE;
      while (!admitted.await(delay.toMillis(), TimeUnit.MILLISECONDS)) {
        lookAgain();
        delay = FairQueue.longer(delay);
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

  private synchronized void end(Ticket<CountDownLatch> ticket, Feedback feedback) {
    queue.end(ticket, feedback, clock.instant());
    admit();
  }

  private synchronized void leave(Ticket<CountDownLatch> ticket) {
    queue.leave(ticket, clock.instant());
    admit();
  }

  /// Thousands may wait, and one check serves them all.
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
  public Stream open(Request request, Duration idleTimeout) throws Unreachable {
    return api.open(request, idleTimeout);
  }

  @Override
  public Peer peer() {
    return api.peer();
  }
}
