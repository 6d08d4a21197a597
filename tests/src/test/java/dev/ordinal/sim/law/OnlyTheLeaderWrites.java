package dev.ordinal.sim.law;

import dev.ordinal.sim.virtual.RequestRecord;
import java.util.Optional;

/// Of several controllers that elect a leader, only the one that holds the Lease writes.
final class OnlyTheLeaderWrites implements Law {
  @Override
  public Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    var isLeader = history.leader.filter(leader -> !leader.startsWith(sent.by() + "-")).isEmpty();
    return isLeader || !sent.request().isWrite()
        ? Optional.empty()
        : Optional.of(
            "%s writes, and the leader is %s"
                .formatted(sent.by(), history.leader.filter(it -> !it.isEmpty()).orElse("gone")));
  }
}
