package dev.ordinal.kube.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.watch.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProbesTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

  private final Thread waiting = Thread.ofVirtual().unstarted(() -> {});
  private final Heartbeat heartbeat = new Heartbeat(START);
  private final Pulse sets = running("statefulsets.apps.kruise.io");
  private final Pulse pods = running("pods");
  private final Pulse nodes = new Pulse("nodes", waiting, START);
  private boolean isSynced = true;
  private final Probes probes =
      new Probes(
          new Vitals(
              heartbeat, List.of(sets, pods, nodes), () -> isSynced, InstantSource.fixed(START)));

  /// A reader whose thread has begun and not ended.
  private static Pulse running(String resource) {
    return new Pulse(resource, Thread.currentThread(), START);
  }

  private static Pulse ended(String resource) throws InterruptedException {
    var thread = Thread.ofVirtual().start(() -> {});
    thread.join();
    return new Pulse(resource, thread, START);
  }

  private Instant after(Duration time) {
    return START.plus(time);
  }

  private void beat(Instant now) {
    heartbeat.beat(now);
  }

  @Test
  void liveWhileTheDispatcherTurnsAndTheWatchesAreAnswered() {
    var answer = probes.live(START);
    assertThat(answer.isHealthy()).isTrue();
    assertThat(answer.text(false)).isEqualTo("ok");
    assertThat(answer.text(true))
        .isEqualTo(
            """
            [+]ping ok
            [+]dispatcher ok
            [+]watch-pods ok
            [+]watch-statefulsets.apps.kruise.io ok
            livez check passed
            """);
  }

  @Test
  void stuckDispatcherIsNotLive() {
    assertThat(probes.live(after(Probes.DISPATCHER_LIMIT)).isHealthy()).isTrue();
    var answer = probes.live(after(Probes.DISPATCHER_LIMIT.plusSeconds(1)));
    assertThat(answer.isHealthy()).isFalse();
    assertThat(answer.text(false))
        .contains("[-]dispatcher failed: it has not come around for 91 s")
        .endsWith("livez check failed\n");
  }

  @Test
  void hangingReaderIsNotLive() {
    var later = after(Probes.READER_LIMIT.plusSeconds(1));
    beat(later);
    sets.began(later);
    sets.contacted(later);
    assertThat(probes.live(later).text(false))
        .contains("[-]watch-pods failed: it hangs since 2026-01-01T12:00:00Z")
        .contains("[+]watch-statefulsets.apps.kruise.io ok");
  }

  @Test
  void readerThatOnlyHearsNothingWhileOthersDoIsNotLive() {
    var later = after(Probes.READER_LIMIT.plusSeconds(1));
    beat(later);
    sets.contacted(later);
    pods.began(later);
    assertThat(probes.live(later).text(false))
        .contains("[-]watch-pods failed: no answer since")
        .contains("while other watches are answered");
  }

  @Test
  void refusedReaderIsLive() {
    var later = after(Probes.READER_LIMIT.plusSeconds(1));
    beat(later);
    sets.contacted(later);
    pods.began(later);
    pods.answered(later);
    assertThat(probes.live(later).isHealthy()).isTrue();
  }

  /// A restart would not bring the API server back, and would lose everything that was read.
  @Test
  void unreachableServerIsNoReasonToRestart() {
    var later = after(Duration.ofHours(1));
    beat(later);
    sets.began(later);
    pods.began(later);
    assertThat(probes.live(later).isHealthy()).isTrue();
    assertThat(probes.ready(later).isHealthy()).isTrue();
  }

  @Test
  void endedReaderIsNotLive() throws InterruptedException {
    var vitals =
        new Vitals(heartbeat, List.of(sets, ended("pods")), () -> true, InstantSource.fixed(START));
    assertThat(new Probes(vitals).live(START).text(false))
        .contains("[-]watch-pods failed: its thread has ended");
  }

  @Test
  void notReadyBeforeEverythingIsListed() {
    isSynced = false;
    assertThat(probes.live(START).isHealthy()).isTrue();
    assertThat(probes.ready(START).isHealthy()).isFalse();
    assertThat(probes.ready(START).text(false))
        .contains("[-]synced failed: not every resource has been listed")
        .endsWith("readyz check failed\n");
    isSynced = true;
    assertThat(probes.ready(START).isHealthy()).isTrue();
  }
}
