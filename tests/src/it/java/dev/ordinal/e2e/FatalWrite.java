package dev.ordinal.e2e;

import dev.ordinal.rig.Gateway;
import java.util.concurrent.atomic.AtomicInteger;

/// Acts on the very write it is told to; the controller never gets its reply.
final class FatalWrite implements Gateway.Doorman {
  private final AtomicInteger left;
  private final Runnable then;

  /// Runs `then` on the write of this number, counted from one; events do not count.
  FatalWrite(int write, Runnable then) {
    this.left = new AtomicInteger(write);
    this.then = then;
  }

  /// Whether the write has come.
  boolean hasCome() {
    return left.get() <= 0;
  }

  @Override
  public boolean pass(String method, String uri) {
    if (isCounted(method, uri) && left.decrementAndGet() == 0) {
      then.run();
      return false;
    }
    return true;
  }

  private static boolean isCounted(String method, String uri) {
    return !method.equals("GET")
        && !uri.contains("dryRun=All")
        && !uri.contains("/events")
        && !uri.contains("/leases");
  }
}
