package dev.ordinal.e2e;

import dev.ordinal.rig.Gateway;
import java.util.concurrent.atomic.AtomicBoolean;

/// Loses the reply to the first write of one method to one resource.
record LostReply(String method, String resource, AtomicBoolean isDone) implements Gateway.Doorman {
  LostReply(String method, String resource) {
    this(method, resource, new AtomicBoolean());
  }

  @Override
  public boolean pass(String sent, String uri) {
    var isMeant =
        sent.equals(method)
            && !uri.contains("dryRun=All")
            && uri.matches(".*/" + resource + "(/[^/?]*)?([?].*)?");
    return !isMeant || isDone.getAndSet(true);
  }
}
