package dev.ordinal.kube.lead;

import dev.ordinal.kube.http.Api;
import java.time.Duration;

/// Begins no write unless this controller leads. A write that is under way when the term ends
/// cannot be called back: it is pinned to the object that it was decided on, and counted.
public final class FencedApi implements Api {
  private final Api api;
  private final Leadership leadership;
  private final Count count;
  private int open;

  /// Counts what the fence has met.
  public interface Count {
    /// A write was not begun, because this controller does not lead.
    void refused();

    /// A write was begun by the leader, and had not ended when its term did.
    void overrun(Request request);
  }

  public FencedApi(Api api, Leadership leadership, Count count) {
    this.api = api;
    this.leadership = leadership;
    this.count = count;
  }

  @Override
  public Response send(Request request) throws Unreachable {
    if (request.method().equals("GET")) {
      return api.send(request);
    }
    begin();
    try {
      return sendAsLeader(request);
    } finally {
      end();
    }
  }

  private Response sendAsLeader(Request request) throws Unreachable {
    if (!leadership.mayAct()) {
      count.refused();
      throw new Unreachable("not sent: this controller does not lead", true);
    }
    try {
      return api.send(request);
    } finally {
      if (!leadership.mayAct()) {
        count.overrun(request);
      }
    }
  }

  private synchronized void begin() {
    open++;
  }

  private synchronized void end() {
    open--;
    notifyAll();
  }

  /// Whether all writes under way have ended within this time.
  public synchronized boolean awaitNone(Duration time) throws InterruptedException {
    var end = System.nanoTime() + time.toNanos();
    while (open > 0) {
      var left = Duration.ofNanos(end - System.nanoTime());
      if (!left.isPositive()) {
        return false;
      }
      wait(left.toMillis() + 1);
    }
    return true;
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
