package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.draw.Sketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateStageTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          highest goes first            | replicas=3             | 0:v1:ready 1:v1:ready 2:v1:ready | delete web-2 UPDATE
          next once that is available   | replicas=3             | 0:v1:ready 1:v1:ready 2:v2:ready | delete web-1 UPDATE
          not while it terminates       | replicas=3             | 0:v1:ready 1:v1:ready 2:v1:terminating | -
          missing pod comes back new    | replicas=3             | 0:v1:ready 1:v1:ready            | create web-2 v2
          not while it starts           | replicas=3             | 0:v1:ready 1:v1:ready 2:v2:starting | -
          not before minReadySeconds    | replicas=2 minReady=10 | 0:v1:ready 1:v2:fresh            | -
          after minReadySeconds         | replicas=2 minReady=10 | 0:v1:ready 1:v2:ready            | delete web-0 UPDATE
          newest stays                  | replicas=2             | 0:v2:ready 1:v2:ready            | -
          scale-down goes before        | replicas=1             | 0:v1:ready 1:v1:ready            | delete web-1 SCALE_DOWN
          scale-up goes before          | replicas=2             | 0:v1:ready                       | create web-1 v2
          unwell old pod is waited for  | replicas=3             | 0:v1:ready 1:v1:unready 2:v1:ready | -
          a pod without label is old    | replicas=1             | 0::ready                         | delete web-0 UPDATE
          failed pod comes back new     | replicas=2             | 0:v1:ready 1:v1:failed           | delete web-1 FINISHED
          start ordinal                 | replicas=2 start=4     | 4:v1:ready 5:v1:ready            | delete web-5 UPDATE
          reserved ordinal in between   | replicas=2 reserved=1  | 0:v1:ready 2:v1:ready            | delete web-2 UPDATE
          """)
  void ordered(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods).actions()).isEqualTo(expected);
  }

  /// The example of KEP-961: five replicas, two at a time, and the next batch waits for all of one.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          both go together           | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready    | delete web-4 UPDATE, delete web-3 UPDATE
          both terminate             | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:terminating 4:v1:terminating | -
          3 comes while 4 terminates | 0:v1:ready 1:v1:ready 2:v1:ready 4:v1:terminating         | create web-3 v2
          4 waits while 3 terminates | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:terminating         | -
          lower comes first          | 0:v1:ready 1:v1:ready 2:v1:ready                          | create web-3 v2
          4 waits for 3              | 0:v1:ready 1:v1:ready 2:v1:ready 3:v2:starting            | -
          then 4                     | 0:v1:ready 1:v1:ready 2:v1:ready 3:v2:ready               | create web-4 v2
          3 alone is not enough      | 0:v1:ready 1:v1:ready 2:v1:ready 3:v2:ready 4:v2:starting | -
          the next two               | 0:v1:ready 1:v1:ready 2:v1:ready 3:v2:ready 4:v2:ready    | delete web-2 UPDATE, delete web-1 UPDATE
          the last one               | 0:v1:ready 1:v2:ready 2:v2:ready 3:v2:ready 4:v2:ready    | delete web-0 UPDATE
          """)
  void orderedBatches(String why, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "replicas=5 max=2", pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one of three                   | max=1 | 0:v1:ready 1:v1:ready 2:v1:ready       | delete web-2 UPDATE
          two of three                   | max=2 | 0:v1:ready 1:v1:ready 2:v1:ready       | delete web-2 UPDATE, delete web-1 UPDATE
          slides on without the batch    | max=2 | 0:v1:ready 1:v2:starting 2:v2:ready    | delete web-0 UPDATE
          broken old pod comes first     | max=1 | 0:v1:crash 1:v1:ready 2:v1:ready       | delete web-0 STUCK
          broken old pods within the max | max=2 | 0:v1:crash 1:v1:crash 2:v1:crash       | delete web-2 STUCK, delete web-1 STUCK
          broken one takes no budget     | max=2 | 0:v1:crash 1:v1:ready 2:v1:ready       | delete web-0 STUCK, delete web-2 UPDATE
          terminating one is counted     | max=1 | 0:v1:ready 1:v1:ready 2:v1:terminating | -
          missing one is counted         | max=1 | 0:v1:ready 1:v1:ready                  | create web-2 v2
          new one not ready is counted   | max=1 | 0:v1:ready 1:v1:ready 2:v2:starting    | -
          old broken one waits for it    | max=1 | 0:v1:crash 1:v1:ready 2:v2:starting    | -
          finished pod is counted        | max=1 | 0:v1:ready 1:v1:failed 2:v1:ready      | delete web-1 FINISHED
          finished pods count as moving  | max=1 | 0:v1:crash 1:v1:failed 2:v1:ready      | delete web-1 FINISHED
          finished new one is counted    | max=1 | 0:v1:ready 1:v1:ready 2:v2:failed      | delete web-2 FINISHED
          foreign name counts as missing | max=1 | 0:v1:ready 1:v1:ready 2:v1:ready:other | -
          wide budget beside a foreign   | max=2 | 0:v1:ready 1:v1:ready 2:v1:ready:other | delete web-1 UPDATE
          ready is not available         | max=1 minReady=10 | 0:v1:ready 1:v1:ready 2:v2:fresh | -
          old and fresh costs nothing    | max=1 minReady=10 | 0:v1:ready 1:v1:fresh 2:v1:ready | delete web-1 UPDATE
          third of three                 | max=34% | 0:v1:ready 1:v1:ready 2:v1:ready     | delete web-2 UPDATE
          rounded down                   | max=99% | 0:v1:ready 1:v1:ready 2:v1:ready     | delete web-2 UPDATE, delete web-1 UPDATE
          never below one                | max=1% | 0:v1:ready 1:v1:ready 2:v1:ready      | delete web-2 UPDATE
          more than there are            | max=9 | 0:v1:ready 1:v1:ready 2:v1:ready       | delete web-2 UPDATE, delete web-1 UPDATE, delete web-0 UPDATE
          condemned costs nothing        | max=1 | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:terminating | delete web-2 UPDATE
          """)
  void parallel(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "parallel replicas=3 " + rules, pods).actions())
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          above it is updated            | replicas=3 partition=2 | 0:v1:ready 1:v1:ready 2:v1:ready | delete web-2 UPDATE
          below it nothing is            | replicas=3 partition=2 | 0:v1:ready 1:v1:ready 2:v2:ready | -
          beyond the end nothing is      | replicas=3 partition=9 | 0:v1:ready 1:v1:ready 2:v1:ready | -
          below it the old comes back    | replicas=3 partition=2 | 0:v1:ready 2:v2:ready            | create web-1 v1
          above it the new comes         | replicas=3 partition=2 | 0:v1:ready 1:v1:ready            | create web-2 v2
          updated pod below it stays     | replicas=2 partition=2 | 0:v2:ready 1:v2:ready            | -
          counts from the start ordinal  | replicas=3 partition=1 start=5 | 5:v1:ready 6:v1:ready 7:v2:ready | delete web-6 UPDATE
          old below it with a start      | replicas=3 partition=1 start=5 |                          | create web-5 v1
          new above it with a start      | replicas=3 partition=1 start=5 | 5:v1:ready               | create web-6 v2
          counts without the reserved    | replicas=3 partition=2 reserved=1 | 0:v1:ready 2:v1:ready 3:v2:ready | -
          reserved one below, old        | replicas=3 partition=2 reserved=0,1 | 2:v1:ready          | create web-3 v1
          reserved one below, new        | replicas=3 partition=2 reserved=0,1 | 2:v1:ready 3:v1:ready | create web-4 v2
          parallel, both sides           | replicas=3 partition=1 parallel | 1:v2:ready              | create web-0 v1, create web-2 v2
          parallel takes only above      | replicas=3 partition=1 parallel max=9 | 0:v1:crash 1:v1:ready 2:v1:ready | delete web-2 UPDATE, delete web-1 UPDATE
          down below it uses the budget  | replicas=3 partition=1 parallel | 0:v1:crash 1:v1:ready 2:v1:ready | -
          """)
  void partition(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods == null ? "" : pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          on delete waits for the user   | onDelete replicas=1 | 0:v1:ready            | -
          on delete makes new ones       | onDelete replicas=1 |                       | create web-0 v2
          on delete replaces failed ones | onDelete replicas=1 | 0:v1:failed           | delete web-0 FINISHED
          on delete frees no broken one  | onDelete replicas=1 | 0:v0:crash            | -
          on delete, parallel            | onDelete parallel replicas=1 | 0:v1:crash   | -
          on delete scales               | onDelete replicas=1 | 0:v1:ready 1:v1:ready | delete web-1 SCALE_DOWN
          paused updates nothing         | paused replicas=1   | 0:v1:ready            | -
          paused frees no broken one     | paused replicas=1   | 0:v0:crash            | -
          paused, parallel               | paused parallel replicas=1 | 0:v1:crash     | -
          paused heals, with the new     | paused replicas=1   |                       | create web-0 v2
          paused scales                  | paused replicas=1   | 0:v1:ready 1:v1:ready | delete web-1 SCALE_DOWN
          """)
  void stopped(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods == null ? "" : pods).actions()).isEqualTo(expected);
  }

  /// Pods that are not created because another is down must not keep that one from being repaired.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          broken one is repaired first  | scaleMax=1 | 0:v1:ready 1:v1:crash                        | delete web-1 STUCK
          one that its hook let go too  | scaleMax=1 inPlace inPlaceHook=drain | 0:v1:ready 1:v1:ready:PreparingUpdate | patch web-1 CLOSE_GATE, patch web-1 UPDATE
          one after the other           | scaleMax=1 | 0:v1:crash 1:v1:crash                        | delete web-1 STUCK
          not while that one comes      | scaleMax=1 | 0:v1:crash 1:v2:starting                     | -
          healthy ones wait             | scaleMax=1 | 0:v1:ready 1:v2:starting                     | -
          without it the others come    | max=1      | 0:v1:ready 1:v1:crash                        | create web-2 v2, create web-3 v2
          those that come are counted   | scaleMax=2 | 0:v1:crash                                   | create web-1 v2
          """)
  void streamingScaleUp(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "parallel replicas=4 " + rules, pods).actions())
        .isEqualTo(expected);
  }

  /// Without an order so many stay old as the partition says, whichever they are.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          too few are old: old comes back | partition=2 | 0:v2:ready 1:v1:ready | create web-2 v1
          enough are old: new comes       | partition=1 | 1:v2:ready 2:v1:ready | create web-0 v2
          """)
  void unorderedPartition(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "parallel unordered replicas=3 " + rules, pods).actions())
        .isEqualTo(expected);
  }

  /// What its hook has let go is updated before what is still in service, and is not taken back
  /// while it waits for the budget.
  @Test
  void whatHasBegunComesFirstAndStaysPrepared() {
    var rules = UPDATE + "parallel inPlace inPlaceHook=drain replicas=2";

    assertThat(Picture.of(rules, "0:v1:unready:PreparingUpdate 1:v1:unready:drain=true").actions())
        .isEqualTo("patch web-0 CLOSE_GATE, patch web-0 UPDATE");
    assertThat(Picture.of(rules, "0:v1:ready:PreparingUpdate 1:v2:renewing").actions())
        .isEqualTo("-");
  }

  @Test
  void pauseIsAHoldAndOnDeleteIsRest() {
    assertThat(Picture.of(UPDATE + "paused replicas=2", "0:v1:ready 1:v2:ready").show())
        .isEqualTo("hold web-0 Paused[]\n");
    assertThat(Picture.of(UPDATE + "onDelete replicas=1", "0:v1:ready").plan().isAtRest()).isTrue();
  }

  @Test
  void whoWaitsForTheBudgetSaysSo() {
    assertThat(Picture.of(UPDATE + "replicas=2", "0:v1:ready 1:v1:ready").show())
        .isEqualTo(
            """
            delete web-1 UPDATE
            hold web-0 BudgetSpent[used=1, allowed=1]
            """);
    assertThat(Picture.of(UPDATE + "parallel replicas=2", "0:v1:ready 1:v2:starting").show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=starting]
            hold web-0 BudgetSpent[used=1, allowed=1]
            """);
  }

  @Test
  void outdatedPodSaysWhomItWaitsFor() {
    assertThat(Picture.of(UPDATE + "replicas=2", "0:v1:ready 1:v2:starting").show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=starting]
            hold web-0 WaitsForPod[pod=web-1, state=starting]
            """);
  }

  @Test
  void podWithoutAnAddedVolumeIsReplaced() {
    var rules = "replicas=2 claims=data,log ";

    assertThat(Picture.of(rules + "new=log", "0:v1:ready 1:v1:ready").actions())
        .isEqualTo("delete web-1 UPDATE");
    assertThat(Picture.of(rules, "0:v1:ready 1:v1:ready").actions()).isEqualTo("-");
  }

  @Test
  void twoBillionReplicasDoNotBreakTheBudget() {
    var rules = UPDATE + "parallel replicas=2147483647 max=50%";
    var plan = Picture.of(rules, "0:v1:ready").plan();

    assertThat(Sketch.show(plan))
        .endsWith("hold web-0 BudgetSpent[used=2147483646, allowed=1073741823]\n");
  }
}
