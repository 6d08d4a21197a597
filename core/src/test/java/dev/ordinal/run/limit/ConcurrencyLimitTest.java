package dev.ordinal.run.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
  private static final Duration FAST = Duration.ofMillis(10);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private final ConcurrencyLimit limit = new ConcurrencyLimit();

  @Test
  void beginsModestlyAndGrowsToItsCeiling() {
    assertThat(limit.limit()).isEqualTo(16);
    for (var i = 0; i < 10_000; i++) {
      limit.ended(true, FAST, NOW);
    }
    assertThat(limit.limit()).isEqualTo(64);
  }

  @Test
  void aServerThatAsksForLessGetsHalf() {
    limit.ended(false, FAST, NOW);

    assertThat(limit.limit()).isEqualTo(8);
  }

  @Test
  void requestsUnderWayTogetherPressOnce() {
    for (var i = 0; i < 16; i++) {
      limit.ended(false, FAST, NOW);
    }
    assertThat(limit.limit()).isEqualTo(8);

    limit.ended(false, FAST, NOW.plusSeconds(2));
    assertThat(limit.limit()).isEqualTo(4);
  }

  @Test
  void slownessIsPressureToo() {
    limit.ended(true, Duration.ofSeconds(3), NOW);

    assertThat(limit.limit()).isEqualTo(8);
  }

  @Test
  void slownessAloneLeavesEight() {
    for (var i = 0; i < 100; i++) {
      limit.ended(true, Duration.ofSeconds(3), NOW.plusSeconds(2L * i));
    }
    assertThat(limit.limit()).isEqualTo(8);
  }

  @Test
  void eightAreReachedAgainAfterFailuresThoughAllIsSlow() {
    for (var i = 0; i < 100; i++) {
      limit.ended(false, FAST, NOW.plusSeconds(2L * i));
    }
    for (var i = 0; i < 100; i++) {
      limit.ended(true, Duration.ofSeconds(3), NOW.plusSeconds(1000 + 2L * i));
    }
    assertThat(limit.limit()).isEqualTo(8);
  }

  @Test
  void twoAreAlwaysAllowed() {
    for (var i = 0; i < 100; i++) {
      limit.ended(false, FAST, NOW.plusSeconds(2L * i));
    }
    assertThat(limit.limit()).isEqualTo(2);
  }
}
