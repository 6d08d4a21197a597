package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Waiting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `status.holds`: which pods wait, why, and since when.
class StatusHoldsTest {

  private static List<String> names(SetStatus status) {
    return status.holds().stream().map(hold -> hold.name() + " " + hold.reason()).toList();
  }

  @Test
  void waitingPodsAreListedWithTheirSentence() {
    var status = Picture.of("replicas=3", "0:v1:ready 1:v1:crash").plan().status();

    assertThat(status.holds())
        .containsExactly(
            new Waiting(
                "web-1",
                "PodNotAvailable",
                "web-1 is broken (CrashLoopBackOff in container main)",
                Picture.NOW),
            new Waiting(
                "web-2",
                "WaitsForPod",
                "web-2 waits for web-1, which is broken (CrashLoopBackOff in container main)",
                Picture.NOW));
  }

  @Test
  void settledSetHasNone() {
    assertThat(Picture.of("replicas=1", "0:v1:ready").plan().status().holds()).isEmpty();
  }

  @Test
  void mostUrgentComeFirstAndTenAreKept() {
    var pods =
        "0:v1:starting 1:v1:starting 2:v1:starting 3:v1:starting 4:v1:starting 5:v1:starting"
            + " 6:v1:starting 7:v1:starting 8:v1:starting 9:v1:starting 10:v1:crash"
            + " 11:v1:ready:other";
    var holds = Picture.of("parallel replicas=12", pods).plan().status();

    assertThat(names(holds)).hasSize(10);
    assertThat(names(holds).subList(0, 3))
        .containsExactly("web-11 NameTaken", "web-10 PodNotAvailable", "web-0 PodNotAvailable");
  }

  @Test
  void equallyUrgentPodsAreInTheOrderOfTheirOrdinals() {
    var update = "template=v2 revisions=v1,v2 current=v1 replicas=12";
    var pods =
        "0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready 4:v1:ready 5:v1:ready 6:v1:ready 7:v1:ready"
            + " 8:v1:ready 9:v1:ready 10:v1:ready 11:v1:ready";

    assertThat(names(Picture.of(update, pods).plan().status()))
        .containsExactly(
            "web-0 BudgetSpent",
            "web-1 BudgetSpent",
            "web-2 BudgetSpent",
            "web-3 BudgetSpent",
            "web-4 BudgetSpent",
            "web-5 BudgetSpent",
            "web-6 BudgetSpent",
            "web-7 BudgetSpent",
            "web-8 BudgetSpent",
            "web-9 BudgetSpent");
  }

  @Test
  void holdOfTheSetItselfComesBeforeThoseOfItsPods() {
    var status = Picture.of("replicas=2 overlapping=other", "0:v1:ready").plan().status();

    assertThat(names(status)).containsExactly("web SelectorOverlap");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          in order, each waits for the first  | replicas=4                    | 0:v1:starting              | web-0 PodNotAvailable, web-1 WaitsForPod, web-2 WaitsForPod, web-3 WaitsForPod
          those that come are not waiting     | parallel replicas=3           | 0:v1:starting              | web-0 PodNotAvailable
          beyond the streamed ones            | parallel replicas=4 scaleMax=1   | 0:v1:starting              | web-0 PodNotAvailable, web-1 BudgetSpent, web-2 BudgetSpent, web-3 BudgetSpent
          those that exist are not missing    | replicas=4                    | 0:v1:starting 2:v1:ready   | web-0 PodNotAvailable, web-1 WaitsForPod, web-3 WaitsForPod
          behind the one that is created      | replicas=3                    |                            | web-1 WaitsForPod, web-2 WaitsForPod
          below one that is there             | parallel replicas=3 scaleMax=1 | 1:v1:starting             | web-1 PodNotAvailable, web-0 BudgetSpent, web-2 BudgetSpent
          among pods that wait for an update  | replicas=5 template=v2 revisions=v1,v2 current=v1 | 0:v2:starting 3:v1:ready | web-0 PodNotAvailable, web-1 WaitsForPod, web-2 WaitsForPod, web-3 WaitsForPod, web-4 WaitsForPod
          """)
  void everyMissingPodThatWaitsIsListed(String why, String rules, String pods, String expected) {
    var status = Picture.of(rules, pods == null ? "" : pods).plan().status();

    assertThat(String.join(", ", names(status))).isEqualTo(expected);
  }

  /// A set of two billion pods has a list of ten like any other.
  @ParameterizedTest
  @ValueSource(strings = {"replicas=2147483647", "parallel scaleMax=1 replicas=2147483647"})
  void tenOfManyMissingPodsAreListed(String rules) {
    var status = Picture.of(rules, "0:v1:starting").plan().status();

    assertThat(status.holds()).hasSize(10);
    assertThat(status.holds().getLast().name()).isEqualTo("web-9");
  }

  @Test
  void requestThatIsTriedAgainStaysInTheList() {
    var picture = Picture.of("replicas=3", "0:v1:ready");
    var waiting = picture.failing("web-1").plan().status();
    var retried = picture.failed("Create", Picture.NOW, "web-1").with(waiting).plan().status();

    assertThat(retried.holds()).isEqualTo(waiting.holds());
    assertThat(names(retried)).containsExactly("web-1 RequestFailed", "web-2 WaitsForPod");
  }

  /// A message may change with its pod; the time tells how long the pod has waited for the reason.
  @Test
  void timeMovesWithTheReasonAlone() {
    var before = Picture.NOW.minusSeconds(600);
    var seen =
        new SetStatus(
            1,
            SetStatus.Counts.ZERO,
            "v1",
            "v1",
            0,
            "",
            List.of(),
            List.of(),
            List.of(new Waiting("web-0", "PodNotAvailable", "web-0 is starting", before)));

    assertThat(Picture.of("replicas=1", "0:v1:unready").with(seen).plan().status().holds())
        .containsExactly(
            new Waiting("web-0", "PodNotAvailable", "web-0 is not ready (container main)", before));
    assertThat(Picture.of("replicas=0", "0:v1:terminating").with(seen).plan().status().holds())
        .containsExactly(
            new Waiting("web-0", "PodTerminating", "web-0 is terminating", Picture.NOW));
  }

  @Test
  void sentenceDoesNotCount() {
    assertThat(new HoldReason.BudgetSpent(1, 2).of("web-0"))
        .isEqualTo(new HoldReason.BudgetSpent(2, 2).of("web-0"))
        .isEqualTo("web-0 waits: no more than 2 may be down at a time");
  }

  /// A pod that is none of the set's any more waits for a reason of its own.
  @Test
  void missingPodsDoNotWaitForWhatAStrayPodWaitsFor() {
    var picture = Picture.of("replicas=3", "0:v1:starting 7:v1:ready:stray");
    var status = picture.failed("Update", Picture.NOW.plusSeconds(9), "web-7").plan().status();

    assertThat(names(status))
        .containsExactly(
            "web-7 RequestFailed",
            "web-0 PodNotAvailable",
            "web-1 WaitsForPod",
            "web-2 WaitsForPod");
  }

  /// Five creations fail for one cause, the next one waits for them, and the rest for the budget.
  @Test
  void missingPodsWaitForTheReasonOfTheLastThatWasTried() {
    var failing = Picture.of("parallel scaleMax=1 replicas=9", "");
    var status = failing.failing("web-0", "web-1", "web-2", "web-3", "web-4").plan().status();

    assertThat(names(status).subList(5, 9))
        .containsExactly(
            "web-5 CreationsFail", "web-6 BudgetSpent", "web-7 BudgetSpent", "web-8 BudgetSpent");
  }

  @Test
  void podThatWaitsForTwoReasonsIsListedOnceWithTheGraver() {
    var rules = "replicas=2 parallel inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1";
    var status = Picture.of(rules, "0:v1@1:ready 1:v1@2:deferred").plan().status();

    assertThat(names(status)).containsExactly("web-1 ResizeDeferred", "web-0 BudgetSpent");
  }

  @Test
  void timeOfAnotherPodIsNotTaken() {
    var before = Picture.NOW.minusSeconds(600);
    var none = SetStatus.NONE;
    var old = List.of(new Waiting("web-1", "PodNotAvailable", "web-1 is starting", before));
    var seen = new SetStatus(1, none.counts(), "v1", "v1", 0, "", List.of(), List.of(), old);

    assertThat(Picture.of("replicas=1", "0:v1:unready").with(seen).plan().status().holds())
        .extracting(Waiting::since)
        .containsExactly(Picture.NOW);
  }
}
