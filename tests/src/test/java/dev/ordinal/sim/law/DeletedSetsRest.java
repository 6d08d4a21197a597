package dev.ordinal.sim.law;

import dev.ordinal.run.ask.Call;
import dev.ordinal.run.ask.Kind;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// For a set that is being deleted, and is known to be, the controller only writes the status.
final class DeletedSetsRest implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var isWrite =
        sent.call().verb() != Call.Verb.GET
            && sent.call().verb() != Call.Verb.DRY_RUN
            && sent.call().kind() != Kind.SET;
    return isWrite && sent.seen().filter(set -> set.meta().isTerminating()).isPresent()
        ? Optional.of(sent.call().name() + " is touched for a set that is being deleted")
        : Optional.empty();
  }
}
