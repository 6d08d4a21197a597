package dev.ordinal.kube.lead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.ScriptedServer;
import dev.ordinal.kube.ScriptedServer.Call;
import dev.ordinal.kube.http.Connection;
import dev.ordinal.run.lead.ElectionSettings;
import dev.ordinal.run.lead.LeaderElection;
import dev.ordinal.run.lead.LeaderElection.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each request of the elector is answered by the test. Time passes by itself, and faster when the
/// test says so; the times of the election are so long that a slow machine changes nothing.
class LeaderElectorTest {
  private static final Duration OFTEN = Duration.ofMillis(20);

  private final ScriptedServer server = new ScriptedServer();
  private final Connection connection =
      Connection.withoutCredentials(server.url(), Duration.ofSeconds(20));
  private final long start = System.nanoTime();
  private volatile Duration skipped = Duration.ZERO;
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<Call> watches = new LinkedBlockingQueue<>();
  private LeaderElector elector = elector(OFTEN);

  private LeaderElector elector(Duration retryPeriod) {
    var settings =
        new ElectionSettings(Duration.ofMinutes(30), Duration.ofMinutes(20), retryPeriod);
    return new LeaderElector(
        new LeaderElection("a", settings),
        new LeaseClient(connection.api(), "system", "ordinal"),
        this::now,
        new Recording());
  }

  private final class Recording implements LeaderElector.Listener {
    @Override
    public void leads(long term) {
      told.add("leads " + term);
    }

    @Override
    public void leadsNoMore() {
      told.add("leads no more");
    }

    @Override
    public void follows(String leader) {
      told.add("follows " + leader);
    }

    @Override
    public void rival(String identity) {
      told.add("rival " + identity);
    }

    @Override
    public void failed(String sentence) {
      told.add("failed: " + sentence);
    }
  }

  @AfterEach
  void close() {
    server.close();
    elector.close();
    connection.close();
  }

  private Moment now() {
    var time = skipped.plusNanos(System.nanoTime() - start);
    return new Moment(time, Instant.parse("2026-01-01T00:00:00Z").plus(time));
  }

  /// The next request that is no watch.
  private Call next() {
    for (var call = server.next(); ; call = server.next()) {
      if (call.query("watch").isEmpty()) {
        return call;
      }
      watches.add(call);
    }
  }

  private Call next(String method) {
    var call = next();
    assertThat(call.method()).isEqualTo(method);
    return call;
  }

  private static String lease(String holder, int version) {
    return """
        {"metadata": {"resourceVersion": "%d"},
         "spec": {"holderIdentity": "%s", "leaseDurationSeconds": 1800, "leaseTransitions": 3}}
        """
        .formatted(version, holder);
  }

  private String told() throws InterruptedException {
    return String.valueOf(told.poll(20, TimeUnit.SECONDS));
  }

  /// It is the first there, and leads.
  private void lead() throws InterruptedException {
    elector.start();
    next("GET").reply(404, "{}");
    next("POST").reply(201, lease("a", 1));
    assertThat(told()).isEqualTo("leads 1");
  }

  @Test
  void firstOneCreatesTheLeaseAndLeads() throws InterruptedException {
    elector.start();
    var read = next("GET");
    assertThat(read.path())
        .isEqualTo("/apis/coordination.k8s.io/v1/namespaces/system/leases/ordinal");
    read.reply(404, "{}");
    var create = next("POST");
    assertThat(create.path()).isEqualTo("/apis/coordination.k8s.io/v1/namespaces/system/leases");
    assertThat(create.body())
        .contains("\"kind\":\"Lease\"", "\"name\":\"ordinal\"", "\"holderIdentity\":\"a\"");
    create.reply(201, lease("a", 1));
    assertThat(told()).isEqualTo("leads 1");
  }

  @Test
  void leaderRenewsOnWhatItHasWritten() throws InterruptedException {
    lead();
    var renewal = next("PATCH");
    assertThat(renewal.header("Content-Type")).isEqualTo("application/merge-patch+json");
    assertThat(renewal.body()).contains("\"resourceVersion\":\"1\"");
    renewal.reply(200, lease("a", 2));
    assertThat(next("PATCH").body()).contains("\"resourceVersion\":\"2\"");
    assertThat(told).isEmpty();
  }

  /// A quarter of an hour before it would look: the watch alone is the reason.
  @Test
  void standbyTakesALeaseThatIsReleasedAtOnce() throws InterruptedException {
    elector = elector(Duration.ofMinutes(15));
    elector.start();
    next("GET").reply(200, lease("b", 7));
    assertThat(told()).isEqualTo("follows b");
    elector.awaitFirst(Duration.ofSeconds(20));
    awaitWatch().open().send("{\"type\": \"MODIFIED\"}\n");
    next("GET").reply(200, lease("", 8));
    var patch = next("PATCH");
    assertThat(patch.body()).contains("\"leaseTransitions\":4", "\"resourceVersion\":\"8\"");
    patch.reply(200, lease("a", 9));
    assertThat(told()).isEqualTo("follows ");
    assertThat(told()).isEqualTo("leads 1");
  }

  private Call awaitWatch() {
    var found = watches.poll();
    if (found != null) {
      return found;
    }
    var call = server.next();
    assertThat(call.query("watch")).isEqualTo("1");
    return call;
  }

  @Test
  void leaderWhoseRenewalsFailStandsBy() throws InterruptedException {
    lead();
    next("PATCH").reply(500, "{\"message\": \"no store\"}");
    assertThat(told()).isEqualTo("failed: no store (500)");
    var read = next("GET");
    skipped = Duration.ofMinutes(20);
    read.reply(500, "{\"message\": \"no store\"}");
    assertThat(told()).isEqualTo("failed: no store (500)");
    assertThat(told()).isEqualTo("leads no more");
  }

  /// Two candidates that are equally fast are usual.
  @Test
  void conflictIsReadAgainAndNotTold() throws InterruptedException {
    lead();
    next("PATCH").reply(409, "{\"message\": \"the object has been modified\"}");
    next("GET").reply(200, lease("b", 5));
    assertThat(told()).isEqualTo("leads no more");
    assertThat(told()).isEqualTo("follows b");
  }

  @Test
  void rivalIsToldOnce() throws InterruptedException {
    elector.start();
    next("GET").reply(200, lease("b", 7));
    assertThat(told()).isEqualTo("follows b");
    next("GET").reply(200, lease("b", 8));
    assertThat(told()).isEqualTo("rival b");
    next("GET").reply(200, lease("b", 9));
    next("GET").reply(200, lease("b", 10));
    assertThat(told).isEmpty();
  }

  @Test
  void watchThatEndsIsOpenedAgain() throws InterruptedException {
    elector = elector(Duration.ofMinutes(15));
    lead();
    awaitWatch().open().end();
    awaitWatch().reply(403, "{}");
    assertThat(awaitWatch().query("fieldSelector")).isEqualTo("metadata.name%3Dordinal");
  }

  /// The renewal under way is broken off and may have been stored: only a read tells the version.
  @Test
  void handOverReleasesWhatIsReadThen() throws InterruptedException {
    elector = elector(Duration.ofMinutes(15));
    lead();
    assertThat(elector.resign()).isTrue();
    var over = Thread.ofVirtual().start(() -> told.add("handed over: " + elector.handOver()));
    next("GET").reply(200, lease("a", 6));
    var release = next("PATCH");
    assertThat(release.body()).contains("\"holderIdentity\":\"\"", "\"resourceVersion\":\"6\"");
    release.reply(200, lease("", 7));
    assertThat(told()).isEqualTo("handed over: true");
    over.join();
  }

  @Test
  void leaseOfAnotherIsNotReleased() throws InterruptedException {
    elector = elector(Duration.ofMinutes(15));
    lead();
    assertThat(elector.resign()).isTrue();
    var over = Thread.ofVirtual().start(() -> told.add("handed over: " + elector.handOver()));
    next("GET").reply(200, lease("b", 6));
    assertThat(told()).isEqualTo("handed over: false");
    over.join();
  }

  @Test
  void standbyThatResignsHasNotLed() throws InterruptedException {
    elector.start();
    next("GET").reply(200, lease("b", 7));
    assertThat(told()).isEqualTo("follows b");
    assertThat(elector.resign()).isFalse();
  }
}
