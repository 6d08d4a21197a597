package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Volumes that grow, from the change of a template until the set is at rest.
class GrowthPlayTest {

  @Test
  void claimsGrowOneAfterTheOtherAndNoPodRestarts() {
    var play = settled("replicas=3 grow claims=data:1Gi");
    assertThat(play.change("replicas=3 grow claims=data:2Gi").end())
        .isEqualTo(
            """
            grow data-web-2 2Gi
            grow data-web-1 2Gi
            grow data-web-0 2Gi
            rest
            """);
  }

  @Test
  void twoAtATimeInParallel() {
    var play = settled("parallel max=2 replicas=3 grow claims=data:1Gi");
    assertThat(play.change("parallel max=2 replicas=3 grow claims=data:2Gi").end())
        .isEqualTo(
            """
            grow data-web-2 2Gi, grow data-web-1 2Gi
            grow data-web-0 2Gi
            rest
            """);
  }

  @Test
  void eachPodIsReplacedAfterItsClaimHasGrown() {
    var play = settled("replicas=2 grow claims=data:1Gi");
    assertThat(play.change("replicas=2 grow claims=data:2Gi template=v2").end())
        .isEqualTo(
            """
            grow data-web-1 2Gi
            delete web-1 UPDATE
            create web-1 v2
            grow data-web-0 2Gi
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void whatHasGrownStaysWhenTheOldSizeComesBack() {
    var play = settled("replicas=2 grow claims=data:1Gi");
    play.change("replicas=2 grow claims=data:2Gi").steps(1);
    assertThat(play.change("replicas=2 grow claims=data:1Gi").end())
        .isEqualTo(
            """
            grow data-web-1 2Gi
            rest
            """);
  }

  @Test
  void partitionLetsOneTryFirst() {
    var play = settled("replicas=3 grow claims=data:1Gi");
    play.change("replicas=3 grow claims=data:2Gi partition=2").end();
    assertThat(play.change("replicas=3 grow claims=data:2Gi").end())
        .isEqualTo(
            """
            grow data-web-2 2Gi
            rest
            grow data-web-1 2Gi
            grow data-web-0 2Gi
            rest
            """);
  }

  @Test
  void newPodGetsTheNewSizeAtOnce() {
    var play = settled("replicas=1 claims=data:1Gi");
    assertThat(play.change("replicas=2 claims=data:2Gi").end())
        .isEqualTo(
            """
            claim data-web-1, create web-1 v1
            rest
            """);
  }

  @Test
  void switchToOnPodRollingUpdateCatchesUp() {
    var play = settled("replicas=2 claims=data:1Gi");
    play.change("replicas=2 claims=data:2Gi").end();
    assertThat(play.change("replicas=2 grow claims=data:2Gi").end())
        .isEqualTo(
            """
            rest
            grow data-web-1 2Gi
            grow data-web-0 2Gi
            rest
            """);
  }

  private static Play settled(String rules) {
    var play = Play.of(rules);
    play.end();
    return play.forget();
  }
}
