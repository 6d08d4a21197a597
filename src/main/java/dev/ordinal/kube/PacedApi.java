package dev.ordinal.kube;

import dev.ordinal.run.Pressure;
import java.time.Duration;
import java.time.InstantSource;

/// Lets only as many requests through at once as the server bears; the others wait their turn.
/// Watches are not counted: they are few and stay open.
final class PacedApi implements Api {
  private static final int TOO_MANY_REQUESTS = 429;

  private final Api api;
  private final InstantSource clock;
  private final Pressure pressure = new Pressure();
  private int inFlight;

  PacedApi(Api api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  @Override
  public Reply send(Request request) throws Unreachable {
    enter();
    var start = clock.instant();
    var isWelcome = false;
    try {
      var reply = api.send(request);
      isWelcome = reply.code() != TOO_MANY_REQUESTS && reply.code() < 500;
      return reply;
    } finally {
      leave(isWelcome, Duration.between(start, clock.instant()));
    }
  }

  private synchronized void enter() throws Unreachable {
    try {
      while (inFlight >= pressure.limit()) {
        wait();
      }
      inFlight++;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unreachable("stopped before the request was sent", true, e);
    }
  }

  private synchronized void leave(boolean isWelcome, Duration took) {
    inFlight--;
    pressure.ended(isWelcome, took, clock.instant());
    notifyAll();
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
