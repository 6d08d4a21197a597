package dev.ordinal.sim.town;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Faults on demand that no other test is about.
class ChaosTest {
  private final Village village = new Village(1);

  @Test
  void killedPodIsGoneWithoutGrace() {
    village.pod("web-0", "app:1", "", "sim.ordinal.dev/stop-delay: 20s");
    village.run("1s");
    assertThat(village.chaos.killPod("shop", "web-0")).isTrue();
    assertThat(village.show("web-0")).isEqualTo("gone");
    assertThat(village.chaos.killPod("shop", "web-0")).isFalse();
  }

  @Test
  void failedAndStarvedPodsStayAsFailed() {
    village.pod("a", "app:1", "");
    village.pod("b", "app:1", "");
    village.run("1s");
    village.chaos.failPod("shop", "a");
    village.chaos.starvePod("shop", "b");
    village.run("1s");
    assertThat(village.show("a")).isEqualTo("node-0 Failed unready");
    assertThat(village.get("pods/b").body().object("status").text("reason")).isEqualTo("Evicted");
  }

  @Test
  void errorsComeAtTheirRateAndForTheirTime() {
    var chance = new Random(1);
    assertThat(errors(chance)).isZero();
    village.chaos.apiErrors(0.3, Duration.ofSeconds(10));
    assertThat(errors(chance)).isBetween(200L, 400L);
    village.run("11s");
    assertThat(errors(chance)).isZero();
  }

  private long errors(Random chance) {
    return IntStream.range(0, 1000)
        .filter(_ -> village.chaos.findError(chance).isPresent())
        .count();
  }
}
