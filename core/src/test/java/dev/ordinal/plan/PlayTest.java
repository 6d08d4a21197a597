package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Plans in a row: the order of what happens to a set, from a change until it is at rest.
class PlayTest {

  @Test
  void podsComeOneAfterTheOther() {
    assertThat(Play.of("replicas=3").end())
        .isEqualTo(
            """
            create web-0 v1
            create web-1 v1
            create web-2 v1
            rest
            """);
  }

  @Test
  void podsComeTogether() {
    assertThat(Play.of("parallel replicas=3").end())
        .isEqualTo(
            """
            create web-0 v1, create web-1 v1, create web-2 v1
            rest
            """);
  }

  @Test
  void podsGoInReverseOrder() {
    var play = settled("replicas=3");
    assertThat(play.change("replicas=0").end())
        .isEqualTo(
            """
            delete web-2 SCALE_DOWN
            delete web-1 SCALE_DOWN
            delete web-0 SCALE_DOWN
            rest
            """);
  }

  @Test
  void reservedPodGoesAndTheNextOneComes() {
    var play = settled("replicas=3");
    assertThat(play.change("replicas=3 reserved=1").end())
        .isEqualTo(
            """
            create web-3 v1
            delete web-1 SCALE_DOWN
            rest
            """);
  }

  @Test
  void lostPodComesBackInItsPlace() {
    var play = settled("replicas=3");
    assertThat(play.lose(0).lose(2).end())
        .isEqualTo(
            """
            create web-0 v1
            create web-2 v1
            rest
            """);
  }

  @Test
  void updateGoesDownOneByOne() {
    var play = settled("replicas=3");
    assertThat(play.change("replicas=3 template=v2").end())
        .isEqualTo(
            """
            delete web-2 UPDATE
            create web-2 v2
            delete web-1 UPDATE
            create web-1 v2
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  /// Five replicas, two at a time: a batch goes together and comes back in order.
  @Test
  void orderedUpdateGoesInBatches() {
    var play = settled("replicas=5");
    assertThat(play.change("replicas=5 template=v2 max=2").end())
        .isEqualTo(
            """
            delete web-4 UPDATE, delete web-3 UPDATE
            create web-3 v2
            create web-4 v2
            delete web-2 UPDATE, delete web-1 UPDATE
            create web-1 v2
            create web-2 v2
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void parallelUpdateSlides() {
    var play = settled("parallel replicas=5");
    assertThat(play.change("parallel replicas=5 template=v2 max=2").end())
        .isEqualTo(
            """
            delete web-4 UPDATE, delete web-3 UPDATE
            create web-3 v2, create web-4 v2
            delete web-2 UPDATE, delete web-1 UPDATE
            create web-1 v2, create web-2 v2
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void canaryStopsAtThePartitionAndGoesOnWhenItIsLowered() {
    var play = settled("replicas=3").change("replicas=3 template=v2 partition=2");
    play.end();
    assertThat(play.change("replicas=3 template=v2 partition=0").end())
        .isEqualTo(
            """
            delete web-2 UPDATE
            create web-2 v2
            rest
            delete web-1 UPDATE
            create web-1 v2
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void podsComeBackAsTheyWereOnEitherSideOfThePartition() {
    var play = settled("replicas=3").change("replicas=3 template=v2 partition=2");
    play.end();
    assertThat(play.lose(0).lose(2).end())
        .endsWith(
            """
            rest
            create web-0 v1
            create web-2 v2
            rest
            """);
  }

  @Test
  void badTemplateStopsAtItsFirstPod() {
    var play = settled("replicas=3").change("replicas=3 template=bad2");
    assertThat(play.end())
        .isEqualTo(
            """
            delete web-2 UPDATE
            create web-2 bad2
            PodNotAvailable: web-2 is broken (ImagePullBackOff in container main: image image)
            """);
  }

  @Test
  void rollbackRepairsABadTemplate() {
    var play = settled("replicas=3").change("replicas=3 template=bad2");
    play.end();
    assertThat(play.change("replicas=3 template=v1").end())
        .endsWith(
            """
            patch v1 NUMBER, delete web-2 STUCK
            create web-2 v1
            rest
            """);
  }

  @Test
  void thirdTemplateRepairsTwoBadOnes() {
    var play = settled("replicas=2").change("replicas=2 template=bad2");
    play.end();
    play.change("replicas=2 template=bad3").end();
    assertThat(play.change("replicas=2 template=v4").end())
        .isEqualTo(
            """
            delete web-1 UPDATE
            create web-1 bad2
            PodNotAvailable: web-1 is broken (ImagePullBackOff in container main: image image)
            delete web-1 STUCK
            create web-1 bad3
            PodNotAvailable: web-1 is broken (ImagePullBackOff in container main: image image)
            delete web-1 STUCK
            create web-1 v4
            delete web-0 UPDATE
            create web-0 v4
            rest
            """);
  }

  @Test
  void badFirstTemplateIsRepaired() {
    var play = Play.of("replicas=2 template=bad1");
    play.end();
    assertThat(play.change("replicas=2 template=v2").end())
        .isEqualTo(
            """
            create web-0 bad1
            PodNotAvailable: web-0 is broken (ImagePullBackOff in container main: image image)
            delete web-0 STUCK
            create web-0 v2
            create web-1 v2
            rest
            """);
  }

  @Test
  void badBatchIsRepairedInOrder() {
    var play = settled("replicas=4").change("replicas=4 template=bad2 max=2");
    play.end();
    assertThat(play.change("replicas=4 template=v3 max=2").end())
        .isEqualTo(
            """
            delete web-3 UPDATE, delete web-2 UPDATE
            create web-2 bad2
            PodNotAvailable: web-2 is broken (ImagePullBackOff in container main: image image)
            delete web-2 STUCK
            create web-2 v3
            create web-3 v3
            delete web-1 UPDATE, delete web-0 UPDATE
            create web-0 v3
            create web-1 v3
            rest
            """);
  }

  @Test
  void badParallelTemplateIsRepairedWithinTheBudget() {
    var play = settled("parallel replicas=3").change("parallel replicas=3 template=bad2");
    play.end();
    assertThat(play.change("parallel replicas=3 template=v1").end())
        .isEqualTo(
            """
            delete web-2 UPDATE
            create web-2 bad2
            PodNotAvailable: web-2 is broken (ImagePullBackOff in container main: image image)
            patch v1 NUMBER, delete web-2 STUCK
            create web-2 v1
            rest
            """);
  }

  @Test
  void scaleUpInAnUpdateComesFirstAndNew() {
    var play = settled("replicas=2").change("replicas=2 template=v2").steps(2);
    assertThat(play.change("replicas=3 template=v2").end())
        .isEqualTo(
            """
            delete web-1 UPDATE
            create web-1 v2
            create web-2 v2
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void scaleDownInAnUpdateComesFirst() {
    var play = settled("replicas=3").change("replicas=3 template=v2").steps(1);
    assertThat(play.change("replicas=1 template=v2").end())
        .isEqualTo(
            """
            delete web-2 UPDATE
            delete web-1 SCALE_DOWN
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void pauseStopsBetweenTwoPodsAndResumeGoesOn() {
    var play = settled("replicas=2").change("replicas=2 template=v2").steps(1);
    play.change("replicas=2 template=v2 paused").end();
    assertThat(play.change("replicas=2 template=v2").end())
        .isEqualTo(
            """
            delete web-1 UPDATE
            create web-1 v2
            Paused: 2 of 2 pods are available; 1 kept at v1 while the update is paused
            delete web-0 UPDATE
            create web-0 v2
            rest
            """);
  }

  @Test
  void onDeleteLeavesTheUpdateToTheUser() {
    var play = settled("replicas=2").change("replicas=2 template=v2 onDelete");
    play.end();
    assertThat(play.lose(0).end())
        .isEqualTo(
            """
            rest
            create web-0 v2
            rest
            """);
  }

  @Test
  void historyIsForgottenBehindTheLimit() {
    var play = settled("replicas=1 history=0");
    assertThat(play.change("replicas=1 template=v2 history=0").end())
        .isEqualTo(
            """
            delete web-0 UPDATE
            create web-0 v2
            forget v1
            rest
            """);
  }

  private static Play settled(String rules) {
    var play = Play.of(rules);
    play.end();
    return play.forget();
  }
}
