package dev.ordinal.sim.law;

import dev.ordinal.run.ask.ApiRequest;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;
import java.util.TreeMap;

/// The controller does not repeat the deletion of an object that it is already deleting. A few
/// times may happen: after a crash, or a lost reply.
final class WritesAreRemembered implements Law {
  private static final int OFTEN = 5;

  private final TreeMap<String, Integer> deletes = new TreeMap<>();

  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var uid = sent.request().body().object("preconditions").text("uid");
    if (sent.request().verb() != ApiRequest.Verb.DELETE
        || uid.isEmpty()
        || history.isContested
        || history.isJustRestored()
        || history.denied.test(sent.request())) {
      return Optional.empty();
    }
    return deletes.merge(uid, 1, Integer::sum) > OFTEN
        ? Optional.of(sent.request().name() + " is deleted again and again")
        : Optional.empty();
  }
}
