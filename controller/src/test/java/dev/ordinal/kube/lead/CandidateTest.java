package dev.ordinal.kube.lead;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.Controller;
import dev.ordinal.kube.metrics.Metrics;
import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.Reflector;
import dev.ordinal.run.lead.ElectionSettings;
import dev.ordinal.run.lead.LeaderElection;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private static final ElectionSettings SETTINGS =
      new ElectionSettings(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMillis(20));

  private final LeaseStore store = new LeaseStore();
  private final Metrics metrics = Metrics.withDefaults();

  private static final class Silent implements Reflector.Listener {
    @Override
    public void failed(String reader, ReadFault fault) {}

    @Override
    public void recovered(String reader) {}
  }

  private Candidate start(String identity) throws InterruptedException {
    var candidate =
        new Candidate(
            store,
            new Candidate.Seat(
                new LeaseClient(store, "system", "ordinal"),
                new LeaderElection(identity, SETTINGS)),
            metrics.leader(),
            (api, mayAct) ->
                new Controller(
                    api,
                    new Controller.Scope(Optional.empty(), Set.of(), mayAct),
                    Reflector.Settings.defaults(new Silent()),
                    metrics));
    candidate.start();
    return candidate;
  }

  private String scraped() {
    return new String(metrics.text(), UTF_8);
  }

  @Test
  void nextOneLeadsWhenTheLeaderHandsOver() throws InterruptedException {
    try (var first = start("a")) {
      assertThat(store.nextHolder("")).isEqualTo("a");
      try (var _ = start("b")) {
        first.handOver();
        assertThat(store.nextHolder("a")).isEmpty();
        assertThat(store.nextHolder("")).isEqualTo("b");
      }
    }
  }

  @Test
  void standbyThatIsClosedLeavesTheLeaseAlone() throws InterruptedException {
    try (var _ = start("a")) {
      assertThat(store.nextHolder("")).isEqualTo("a");
      start("b").close();
      assertThat(store.holder()).isEqualTo("a");
    }
  }

  /// The watches may not have shown the last writes of the one before.
  @Test
  void newLeaderListsWhatItHasListedAsAStandby() throws InterruptedException {
    try (var first = start("a")) {
      store.await("GET /api/v1/pods");
      try (var _ = start("b")) {
        store.await("GET /api/v1/pods");
        first.handOver();
        store.await("GET /api/v1/pods");
      }
    }
  }

  /// Otherwise the alert about a missing leader would have no series to look at.
  @Test
  void oneThatMayNotReadTheLeaseIsAStandby() throws InterruptedException {
    store.forbid();
    try (var _ = start("a")) {
      assertThat(scraped()).contains("leader_election_master_status{name=\"system/ordinal\"} 0");
    }
  }

  @Test
  void eventTellsWhoLeads() throws InterruptedException {
    try (var _ = start("a")) {
      store.await("POST /api/v1/namespaces/system/events");
    }
  }
}
