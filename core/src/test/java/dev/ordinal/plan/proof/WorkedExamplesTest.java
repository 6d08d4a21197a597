package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.Play;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What Kruise does with small sets, worked through by hand, and what we do with them. Where we
/// decided otherwise, the decision stands beside the picture. `docs/reference/kruise-examples.md`
/// lists them all.
class WorkedExamplesTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  @Test
  void orderedSetGrowsPodByPodAndEndsWithEverythingCounted() {
    assertThat(Play.of("replicas=3").end())
        .isEqualTo("create web-0 v1\ncreate web-1 v1\ncreate web-2 v1\nrest\n");

    var status = Picture.of("replicas=3", "0:v1:ready 1:v1:ready 2:v1:ready").plan().status();
    assertThat(status.counts()).isEqualTo(new Counts(3, 3, 3, 3, 3, 3, 3));
    assertThat(List.of(status.currentRevision(), status.updateRevision()))
        .containsExactly("v1", "v1");
  }

  @Test
  void orderedSetWaitsOutMinReadySecondsBeforeTheNextPod() {
    var waiting = Picture.of("replicas=3 minReady=10", "0:v1:fresh");

    assertThat(waiting.actions()).isEqualTo("-");
    assertThat(waiting.plan().wake()).contains(Picture.NOW.plusSeconds(10));
    assertThat(Picture.of("replicas=3 minReady=10", "0:v1:ready").actions())
        .isEqualTo("create web-1 v1");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all at once without a limit     | replicas=5              | -                        | create web-0 v1, create web-1 v1, create web-2 v1, create web-3 v1, create web-4 v1
          two where two may be down       | replicas=5 scaleMax=2   | -                        | create web-0 v1, create web-1 v1
          a third once one of them is up  | replicas=5 scaleMax=2   | 0:v1:starting 1:v1:ready | create web-2 v1
          a fifth of four is still one    | replicas=4 scaleMax=20% | -                        | create web-0 v1
          """)
  void parallelSetGrowsWithinItsLimit(String why, String rules, String pods, String expected) {
    var present = pods.equals("-") ? "" : pods;

    assertThat(Picture.of("parallel " + rules, present).actions()).isEqualTo(expected);
  }

  /// Decided otherwise: outdated pods that are down come first and cost nobody who is up; Kruise
  /// would stop at pod 4 and leave the crash loop of pod 3 alone.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the two highest go            | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready 5:v1:ready    | delete web-5 UPDATE, delete web-4 UPDATE
          the next waits for both       | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:terminating 5:v1:terminating | -
          they come back, lowest first  | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready                          | create web-4 v2, create web-5 v2
          one is up, one follows        | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v2:ready 5:v2:starting | delete web-3 UPDATE
          below the partition it ends   | 0:v1:ready 1:v2:ready 2:v2:ready 3:v2:ready 4:v2:ready 5:v2:ready    | -
          one below is down             | 0:v1:unready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready 5:v1:ready  | delete web-5 UPDATE
          one in a crash loop goes too  | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:crash 4:v1:ready 5:v1:ready    | delete web-3 STUCK, delete web-5 UPDATE
          """)
  void parallelUpdateKeepsItsBudgetAndItsPartition(String why, String pods, String expected) {
    var picture = Picture.of(UPDATE + "parallel replicas=6 max=2 partition=1", pods);

    assertThat(picture.actions()).isEqualTo(expected);
    assertThat(picture.plan().status().currentRevision()).isEqualTo("v1");
  }

  /// Decided otherwise: counts are what was seen, never corrected in advance by what is planned.
  @Test
  void statusCountsPodsThatAreTakenDownWhenTheyGo() {
    var rules = UPDATE + "parallel replicas=3 max=2";

    assertThat(current(rules, "0:v1:ready 1:v1:ready 2:v1:ready")).isEqualTo(3);
    assertThat(current(rules, "0:v1:ready 1:v1:terminating 2:v1:terminating")).isEqualTo(1);
  }

  private static int current(String rules, String pods) {
    return Picture.of(rules, pods).plan().status().counts().current();
  }

  @Test
  void orderedUpdateGoesFromTheHighestDownAndIsPromotedAtTheEnd() {
    var play = Play.of("replicas=3");
    play.end();
    assertThat(play.forget().change("replicas=3 template=v2").end())
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

    var done = Picture.of(UPDATE + "replicas=3", "0:v2:ready 1:v2:ready 2:v2:ready");
    var almost = Picture.of(UPDATE + "replicas=3", "0:v2:starting 1:v2:ready 2:v2:ready");
    assertThat(done.plan().status().currentRevision()).isEqualTo("v2");
    assertThat(almost.plan().status().currentRevision()).isEqualTo("v1");
  }

  /// Decided otherwise for Parallel: what is condemned goes before what comes.
  @Test
  void reservingALivePodBringsAnotherAndTakesThatOneAway() {
    var pods = "0:v1:ready 1:v1:ready 2:v1:ready";
    var rules = "replicas=3 reserved=1";

    assertThat(Picture.of(rules, pods).actions()).isEqualTo("create web-3 v1");
    assertThat(Picture.of(rules, pods + " 3:v1:starting").actions()).isEqualTo("-");
    assertThat(Picture.of(rules, pods + " 3:v1:ready").actions())
        .isEqualTo("delete web-1 SCALE_DOWN");
    assertThat(Picture.of(rules + " parallel", pods).actions())
        .isEqualTo("delete web-1 SCALE_DOWN, create web-3 v1");
  }

  @Test
  void claimOfAReservedPodIsHandedToItBeforeItGoes() {
    var rules = "replicas=3 reserved=1 parallel claims=data deleteWhenScaled";
    var picture =
        Picture.of(rules, "0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready")
            .claim("data-web-0", "bound")
            .claim("data-web-1", "bound")
            .claim("data-web-2", "bound")
            .claim("data-web-3", "bound");

    assertThat(picture.show())
        .isEqualTo("confirm web > own data-web-1 +pod-1 > delete web-1 SCALE_DOWN\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the upper two are updated  | max=2 | 0:v1:ready 2:v1:ready 4:v1:ready 5:v1:ready | delete web-5 UPDATE, delete web-4 UPDATE
          the lower two are not      | max=9 | 0:v1:ready 2:v1:ready 4:v2:ready 5:v2:ready | -
          a lower one comes back old | max=1 | 0:v1:ready 4:v2:ready 5:v2:ready            | create web-2 v1
          an upper one comes back new | max=1 | 0:v1:ready 2:v1:ready 5:v2:ready           | create web-4 v2
          """)
  void partitionCountsPodsAndNotReservedNumbers(
      String why, String rules, String pods, String expected) {
    var all = UPDATE + "parallel replicas=4 reserved=1,3 partition=2 " + rules;

    assertThat(Picture.of(all, pods).actions()).isEqualTo(expected);
  }

  @Test
  void partitionKeepsTheLastInUpdateOrder() {
    var rules = UPDATE + "parallel unordered replicas=10 partition=6 max=10 ";
    var plain = "0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready 5:v1:ready ";
    var holes = "0:v1:ready 1:v1:ready 2:v1:ready 4:v1:ready 5:v1:ready 6:v1:ready ";

    assertThat(Picture.of(rules, plain + "6:v2:ready 7:v2:ready 8:v1:ready 9:v1:ready").actions())
        .isEqualTo("delete web-9 UPDATE, delete web-8 UPDATE");
    assertThat(
            Picture.of(
                    rules + "reserved=3,10", holes + "7:v2:ready 8:v2:ready 9:v1:ready 11:v1:ready")
                .actions())
        .isEqualTo("delete web-11 UPDATE, delete web-9 UPDATE");
  }

  @Test
  void claimsFollowTheirPodsDownAndAreWaitedForOnTheWayUp() {
    var rules = "claims=data deleteWithSet deleteWhenScaled ";
    var shrinking =
        Picture.of(rules + "replicas=2", "0:v1:ready 1:v1:ready 2:v1:ready")
            .claim("data-web-0", "bound", Picture.SET)
            .claim("data-web-1", "bound", Picture.SET)
            .claim("data-web-2", "bound", Picture.SET);
    var growing =
        Picture.of(rules + "replicas=3", "0:v1:ready 1:v1:ready")
            .claim("data-web-0", "bound", Picture.SET)
            .claim("data-web-1", "bound", Picture.SET)
            .claim("data-web-2", "bound", Picture.pod("web-2", "pod-2"));

    assertThat(shrinking.show())
        .isEqualTo("confirm web > own data-web-2 -set +pod-2 > delete web-2 SCALE_DOWN\n");
    assertThat(growing.show()).isEqualTo("hold web-2 StaleClaim[claim=data-web-2]\n");
  }

  /// The count that once avoided another's name is used for every name after it.
  @Test
  void collisionCountIsKeptAndUsedForLaterNames() {
    var counted = new SetStatus(1, Counts.ZERO, "v1", "v1", 1, "", List.of(), List.of());

    assertThat(Picture.of("noRevision", "").actions()).isEqualTo("revision web-6466b89fb");
    assertThat(Picture.of("noRevision", "").with(counted).actions())
        .isEqualTo("revision web-6466b89fc");
    assertThat(Picture.of("replicas=1", "0:v1:ready").with(counted).plan().status())
        .returns(1, SetStatus::collisionCount);
  }

  @Test
  void setInDeletionIsCountedAndNothingElse() {
    var rules = "replicas=3 deleting preDelete=drain template=v2 revisions=v1,v2 current=v1";
    var plan = Picture.of(rules, "0:v1:ready:drain=true 1:v1:failed").plan();

    assertThat(plan.chains()).isEmpty();
    assertThat(plan.status().counts().replicas()).isEqualTo(2);
    assertThat(plan.status().counts().ready()).isEqualTo(1);
  }
}
