package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Without `minReadySeconds` no clock is looked at: a pod that is ready is available.
class ReadyClockTest {
  @Test
  void clockOfTheNodeDoesNotMatterWithoutMinReadySeconds() {
    var ahead = Picture.of("replicas=2", "0:v1:ahead");

    assertThat(ahead.actions()).isEqualTo("create web-1 v1");
    assertThat(ahead.plan().status().counts().available()).isEqualTo(1);
    assertThat(Picture.of("replicas=1", "0:v1:ahead").plan().wake()).isEmpty();
  }

  @Test
  void withMinReadySecondsItDoes() {
    assertThat(Picture.of("replicas=2 minReady=10", "0:v1:ahead").actions()).isEqualTo("-");
  }
}
