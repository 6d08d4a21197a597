package dev.ordinal.run.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PressureTest {
  private static final Duration FAST = Duration.ofMillis(10);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private final Pressure pressure = new Pressure();

  @Test
  void beginsModestlyAndGrowsToItsCeiling() {
    assertThat(pressure.limit()).isEqualTo(16);
    for (var i = 0; i < 10_000; i++) {
      pressure.ended(true, FAST, NOW);
    }
    assertThat(pressure.limit()).isEqualTo(64);
  }

  @Test
  void aServerThatAsksForLessGetsHalf() {
    pressure.ended(false, FAST, NOW);

    assertThat(pressure.limit()).isEqualTo(8);
  }

  @Test
  void requestsUnderWayTogetherPressOnce() {
    for (var i = 0; i < 16; i++) {
      pressure.ended(false, FAST, NOW);
    }
    assertThat(pressure.limit()).isEqualTo(8);

    pressure.ended(false, FAST, NOW.plusSeconds(2));
    assertThat(pressure.limit()).isEqualTo(4);
  }

  @Test
  void slownessIsPressureToo() {
    pressure.ended(true, Duration.ofSeconds(3), NOW);

    assertThat(pressure.limit()).isEqualTo(8);
  }

  @Test
  void slownessAloneLeavesEight() {
    for (var i = 0; i < 100; i++) {
      pressure.ended(true, Duration.ofSeconds(3), NOW.plusSeconds(2L * i));
    }
    assertThat(pressure.limit()).isEqualTo(8);
  }

  @Test
  void eightAreReachedAgainAfterFailuresThoughAllIsSlow() {
    for (var i = 0; i < 100; i++) {
      pressure.ended(false, FAST, NOW.plusSeconds(2L * i));
    }
    for (var i = 0; i < 100; i++) {
      pressure.ended(true, Duration.ofSeconds(3), NOW.plusSeconds(1000 + 2L * i));
    }
    assertThat(pressure.limit()).isEqualTo(8);
  }

  @Test
  void twoAreAlwaysAllowed() {
    for (var i = 0; i < 100; i++) {
      pressure.ended(false, FAST, NOW.plusSeconds(2L * i));
    }
    assertThat(pressure.limit()).isEqualTo(2);
  }
}
