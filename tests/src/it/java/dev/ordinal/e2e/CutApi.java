package dev.ordinal.e2e;

import dev.ordinal.kube.http.Api;
import java.time.Duration;

/// A connection that takes part in one write and is dead after it: the process that made it was
/// killed before it learnt what came of it.
final class CutApi implements Api {
  private final Api api;
  private boolean isCut;

  CutApi(Api api) {
    this.api = api;
  }

  /// The process is dead.
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Killed(String request) {
      super(request);
    }
  }

  @Override
  public Response send(Request request) throws Unreachable {
    if (isCut) {
      throw new Killed("already before " + request);
    }
    var reply = api.send(request);
    if (!request.method().equals("GET")) {
      isCut = true;
      throw new Killed(request.toString());
    }
    return reply;
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
