package dev.ordinal.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Faults on demand that no other test covers.
class ChaosTest {
  private final SmallCluster cluster = new SmallCluster(1);

  @Test
  void killedPodIsGoneWithoutGrace() {
    cluster.pod("web-0", "app:1", "", "sim.ordinal.dev/stop-delay: 20s");
    cluster.run("1s");
    assertThat(cluster.chaos.killPod("shop", "web-0")).isTrue();
    assertThat(cluster.show("web-0")).isEqualTo("gone");
    assertThat(cluster.chaos.killPod("shop", "web-0")).isFalse();
  }

  @Test
  void failedAndStarvedPodsStayAsFailed() {
    cluster.pod("a", "app:1", "");
    cluster.pod("b", "app:1", "");
    cluster.run("1s");
    cluster.chaos.failPod("shop", "a");
    cluster.chaos.starvePod("shop", "b");
    cluster.run("1s");
    assertThat(cluster.show("a")).isEqualTo("node-0 Failed unready");
    assertThat(cluster.get("pods/b").body().object("status").text("reason")).isEqualTo("Evicted");
  }

  @Test
  void errorsComeAtTheirRateAndForTheirTime() {
    var chance = new Random(1);
    assertThat(errors(chance)).isZero();
    cluster.chaos.apiErrors(0.3, Duration.ofSeconds(10));
    assertThat(errors(chance)).isBetween(200L, 400L);
    cluster.run("11s");
    assertThat(errors(chance)).isZero();
  }

  private long errors(Random chance) {
    return IntStream.range(0, 1000)
        .filter(_ -> cluster.chaos.findError(chance).isPresent())
        .count();
  }
}
