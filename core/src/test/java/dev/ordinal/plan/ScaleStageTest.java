package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.draw.Sketch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleStageTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          first pod of a new set          | replicas=3              |                        | create web-0 v1
          second once the first is ready  | replicas=3              | 0:v1:ready             | create web-1 v1
          nothing while the first starts  | replicas=3              | 0:v1:starting          | -
          nothing while it is not ready   | replicas=3              | 0:v1:unready           | -
          nothing while it terminates     | replicas=3              | 0:v1:terminating       | -
          a hole is filled first          | replicas=3              | 0:v1:ready 2:v1:ready  | create web-1 v1
          a hole waits for those below    | replicas=3              | 0:v1:unready 2:v1:ready | -
          highest goes first              | replicas=1              | 0:v1:ready 1:v1:ready 2:v1:ready | delete web-2 SCALE_DOWN
          one goes at a time              | replicas=1              | 0:v1:ready 1:v1:ready 2:v1:terminating | -
          none goes while one is unready  | replicas=1              | 0:v1:unready 1:v1:ready | -
          scale to zero                   | replicas=0              | 0:v1:ready             | delete web-0 SCALE_DOWN
          failed pod is replaced          | replicas=2              | 0:v1:failed 1:v1:ready | delete web-0 FINISHED
          finished pod is replaced        | replicas=2              | 0:v1:ready 1:v1:done   | delete web-1 FINISHED
          start ordinal                   | replicas=2 start=5      | 5:v1:ready             | create web-6 v1
          below the start is condemned    | replicas=1 start=1      | 0:v1:ready 1:v1:ready  | delete web-0 SCALE_DOWN
          reserved ordinal is left out    | replicas=2 reserved=1   | 0:v1:ready             | create web-2 v1
          reserved pod goes last          | replicas=2 reserved=1   | 0:v1:ready 1:v1:ready 2:v1:ready | delete web-1 SCALE_DOWN
          not available yet               | replicas=2 minReady=10  | 0:v1:fresh             | -
          nothing to do                   | replicas=1              | 0:v1:ready             | -
          failed pod above a wait is left | replicas=3              | 0:v1:ready 1:v1:starting 2:v1:failed | -
          failed and terminating is left  | replicas=1              | 0:v1:leaving           | -
          pod of a lost node is left      | replicas=2              | 0:v1:ready 1:v1:lost   | -
          last condemned may be unwell    | replicas=1              | 0:v1:ready 1:v1:ready 2:v1:crash | delete web-2 SCALE_DOWN
          unwell one below lets it go     | replicas=1              | 0:v1:ready 1:v1:crash 2:v1:ready | delete web-2 SCALE_DOWN
          two unwell ones are waited for  | replicas=1              | 0:v1:ready 1:v1:unready 2:v1:unready | -
          broken one is not waited for    | replicas=1              | 0:v1:ready 1:v1:crash 2:v1:crash | delete web-2 SCALE_DOWN
          healthy one leaves before it    | replicas=0              | 0:v1:crash 1:v1:crash 2:v1:ready | delete web-2 SCALE_DOWN
          failed one alone is free        | replicas=1              | 0:v1:ready 1:v1:failed | delete web-1 SCALE_DOWN
          fresh one is not waited for     | replicas=1 minReady=10  | 0:v1:ready 1:v1:crash 2:v1:fresh | delete web-2 SCALE_DOWN
          the only fresh one may go       | replicas=1 minReady=10  | 0:v1:ready 1:v1:ready 2:v1:fresh | delete web-2 SCALE_DOWN
          in-range wait stops scale-down  | replicas=1 minReady=10  | 0:v1:fresh 1:v1:ready  | -
          missing pod stops scale-down    | replicas=1              | 1:v1:ready             | create web-0 v1
          both ends are condemned         | replicas=1 start=1      | 0:v1:ready 1:v1:ready 2:v1:ready | delete web-2 SCALE_DOWN
          reserved failed pod is removed  | replicas=1 reserved=1   | 0:v1:ready 1:v1:failed | delete web-1 SCALE_DOWN
          """)
  void ordered(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods == null ? "" : pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all at once                 | replicas=3           |                            | create web-0 v1, create web-1 v1, create web-2 v1
          health does not matter      | replicas=3           | 0:v1:unready               | create web-1 v1, create web-2 v1
          condemned go first, at once | replicas=1           | 1:v1:ready 2:v1:starting   | delete web-2 SCALE_DOWN, delete web-1 SCALE_DOWN, create web-0 v1
          a terminating name waits    | replicas=2           | 0:v1:terminating           | create web-1 v1
          failed ones are replaced    | replicas=2           | 0:v1:failed 1:v1:failed    | delete web-0 FINISHED, delete web-1 FINISHED
          reserved ordinals           | replicas=4 reserved=1,3 | 2:v1:ready              | create web-0 v1, create web-4 v1, create web-5 v1
          gone one is not deleted twice | replicas=0         | 0:v1:terminating 1:v1:leaving | -
          failed and leaving is left  | replicas=1           | 0:v1:leaving               | -
          condemned failed pod goes   | replicas=0           | 0:v1:failed                | delete web-0 SCALE_DOWN
          start ordinal               | replicas=2 start=3   | 0:v1:ready                 | delete web-0 SCALE_DOWN, create web-3 v1, create web-4 v1
          """)
  void parallel(String why, String rules, String pods, String expected) {
    assertThat(Picture.of("parallel " + rules, pods == null ? "" : pods).actions())
        .isEqualTo(expected);
  }

  @Test
  void claimsComeBeforeTheirPod() {
    assertThat(Picture.of("claims=data,log", "").claim("log-web-0", "bound").show())
        .isEqualTo("claim data-web-0 > create web-0 v1\n");
  }

  @Test
  void terminatingClaimIsWaitedFor() {
    assertThat(Picture.of("claims=data", "").claim("data-web-0", "terminating").show())
        .isEqualTo("hold web-0 ClaimTerminating[claim=data-web-0]\n");
  }

  @Test
  void everyWaitSaysWhatItWaitsFor() {
    assertThat(Picture.of("replicas=3", "0:v1:ready 1:v1:starting").show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=starting]
            hold web-2 WaitsForPod[pod=web-1, state=starting]
            """);
  }

  @Test
  void finishedPodIsReplacedBeforeTheNextOneComes() {
    assertThat(Picture.of("replicas=2", "0:v1:failed").show())
        .isEqualTo(
            """
            delete web-0 FINISHED
            hold web-1 WaitsForPod[pod=web-0, state=being replaced]
            """);
  }

  @Test
  void podOnItsWayOutIsWaitedForAndSaysSo() {
    assertThat(Picture.of("replicas=2", "0:v1:terminating").show())
        .isEqualTo(
            """
            hold web-0 PodTerminating[pod=web-0]
            hold web-1 PodTerminating[pod=web-0]
            """);
  }

  @Test
  void finishedPodBehindAWaitSaysSo() {
    assertThat(Picture.of("replicas=3", "0:v1:starting 2:v1:failed").show())
        .isEqualTo(
            """
            hold web-0 PodNotAvailable[state=starting]
            hold web-2 WaitsForPod[pod=web-0, state=starting]
            hold web-1 WaitsForPod[pod=web-0, state=starting]
            """);
  }

  @Test
  void condemnedPodsSayWhomTheyWaitFor() {
    assertThat(Picture.of("replicas=0", "0:v1:ready 1:v1:ready 2:v1:ready").show())
        .isEqualTo(
            """
            delete web-2 SCALE_DOWN
            hold web-1 WaitsForPod[pod=web-2, state=being removed]
            hold web-0 WaitsForPod[pod=web-2, state=being removed]
            """);
    assertThat(Picture.of("replicas=0", "0:v1:crash 1:v1:unready").show())
        .isEqualTo(
            """
            delete web-1 SCALE_DOWN
            hold web-0 WaitsForPod[pod=web-1, state=being removed]
            """);
    assertThat(Picture.of("replicas=1", "0:v1:unready 1:v1:ready").show())
        .isEqualTo(
            """
            hold web-0 PodNotAvailable[state=not ready (container main)]
            hold web-1 ScaleDownHalted[pod=web-0, state=not ready (container main), isCondemned=false]
            """);
  }

  @Test
  void setIsNotAtRestWhileACondemnedPodTerminates() {
    assertThat(Picture.of("parallel replicas=1", "0:v1:ready 1:v1:terminating").show())
        .isEqualTo("hold web-1 PodTerminating[pod=web-1]\n");
  }

  @Test
  void readyPodWakesThePlannerWhenItBecomesAvailable() {
    assertThat(Picture.of("replicas=2 minReady=10", "0:v1:fresh").plan().wake())
        .contains(Picture.NOW.plus(Duration.ofSeconds(10)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pod behind a wait is counted   | replicas=2 minReady=10          | 0:v1:starting 1:v1:fresh
          parallel                       | replicas=2 minReady=10 parallel | 0:v1:ready 1:v1:fresh
          pod below the partition        | replicas=2 minReady=10 template=v2 revisions=v1,v2 current=v1 partition=2 | 0:v1:fresh 1:v1:ready
          """)
  void availabilityIsNeverMissed(String why, String rules, String pods) {
    assertThat(Picture.of(rules, pods).plan().wake()).contains(Picture.NOW.plusSeconds(10));
  }

  @Test
  void settledSetDoesNotWake() {
    assertThat(Picture.of("replicas=1 minReady=10", "0:v1:ready").plan().wake()).isEmpty();
  }

  @Test
  void twoBillionReplicasCostOneBatch() {
    var plan = Picture.of("parallel replicas=2147483647", "").plan();

    assertThat(plan.chains()).hasSize(500);
    assertThat(Sketch.show(plan)).endsWith("hold web-500 BatchFull[allowed=500]\n");
    assertThat(Picture.of("parallel replicas=600 scaleMax=600", "").plan().chains()).hasSize(500);
  }

  @Test
  void failedCreationWaitsAndTheOthersGoOn() {
    var plan = Picture.of("parallel replicas=3", "").failing("web-1").plan();

    assertThat(Sketch.show(plan))
        .isEqualTo(
            """
            create web-0 v1
            create web-2 v1
            hold web-1 RequestFailed[message=quota]
            """);
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(10));
  }

  @Test
  void manyFailuresHoldEveryCreationUntilTheFirstIsTriedAgain() {
    var failing =
        Picture.of("parallel replicas=7", "").failing("web-0", "web-1", "web-2", "web-3", "web-4");

    assertThat(failing.plan().chains()).isEmpty();
    assertThat(failing.show()).endsWith("hold web-6 CreationsFail[failures=5]\n");
    assertThat(failing.plan().wake()).contains(Picture.NOW.plusSeconds(10));
  }

  @Test
  void fewFailuresHoldNobodyElse() {
    assertThat(Picture.of("parallel replicas=1", "").failing("a", "b", "c", "d").actions())
        .isEqualTo("create web-0 v1");
  }

  @Test
  void failureThatIsDueIsTriedAgain() {
    assertThat(Picture.of("replicas=1", "").failed("Create", Picture.NOW, "web-0").actions())
        .isEqualTo("create web-0 v1");
  }

  @Test
  void fullBatchOfFailuresDoesNotHideAFailedPod() {
    var pods = "700:v1:failed";
    var plan = Picture.of("parallel replicas=701", pods).plan();

    assertThat(Sketch.show(plan)).startsWith("delete web-700 FINISHED\ncreate web-0 v1\n");
  }

  @Test
  void setInDeletionIsLeftToTheCollector() {
    assertThat(Picture.of("replicas=3 deleting", "0:v1:ready").show())
        .isEqualTo("hold web SetTerminating[]\n");
  }

  @Test
  void faultySpecTouchesNothing() {
    assertThat(Picture.of("replicas=3 fault=no", "0:v1:failed").show())
        .isEqualTo("hold web InvalidSpec[sentence=nothing is changed: no]\n");
  }

  @Test
  void lastOrdinalIsAsGoodAsAnyOther() {
    assertThat(Picture.of("replicas=2 start=2147483646", "2147483646:v1:ready").actions())
        .isEqualTo("create web-2147483647 v1");
  }

  /// Streaming scale-up: pods that are down count, whatever their ordinal and whatever they wait
  /// for.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          as many as may be down      | scaleMax=2   | -                                   | create web-0 v1, create web-1 v1
          one is ready, one follows   | scaleMax=2   | 0:v1:starting 1:v1:ready            | create web-2 v1
          none is ready               | scaleMax=2   | 0:v1:starting 1:v1:starting         | -
          higher ordinals count       | scaleMax=2   | 3:v1:starting 4:v1:crash            | -
          percent of five             | scaleMax=40% | -                                   | create web-0 v1, create web-1 v1
          at least one                | scaleMax=1%  | -                                   | create web-0 v1
          leaving one makes room      | scaleMax=1   | 0:v1:terminating 1:v1:ready         | create web-2 v1
          finished one is replaced    | scaleMax=1   | 0:v1:failed 1:v1:ready              | delete web-0 FINISHED
          without it all at once      | max=1        | 0:v1:starting                       | create web-1 v1, create web-2 v1, create web-3 v1, create web-4 v1
          """)
  void streaming(String why, String rules, String pods, String expected) {
    var present = pods.equals("-") ? "" : pods;

    assertThat(Picture.of("parallel replicas=5 " + rules, present).actions()).isEqualTo(expected);
  }
}
