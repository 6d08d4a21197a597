package dev.ordinal.kube.serve;

import java.time.Instant;

/// When the dispatcher last came around. It does so at least every 30 seconds.
public final class Heartbeat {
  private volatile Instant last;

  public Heartbeat(Instant now) {
    this.last = now;
  }

  public void beat(Instant now) {
    last = now;
  }

  Instant last() {
    return last;
  }
}
