package dev.ordinal.sim.law;

import dev.ordinal.run.ask.Call;
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
    var uid = sent.call().body().object("preconditions").text("uid");
    if (sent.call().verb() != Call.Verb.DELETE
        || uid.isEmpty()
        || history.isContested
        || history.wasRestored
        || history.denied.test(sent.call())) {
      return Optional.empty();
    }
    return deletes.merge(uid, 1, Integer::sum) > OFTEN
        ? Optional.of(sent.call().name() + " is deleted again and again")
        : Optional.empty();
  }
}
