package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A bad template is repaired by another one, without deleting pods by hand; in OrderedReady.
class StuckRolloutTest {
  /// From v1 over a bad v2 to v3.
  private static final String FIX = "template=v3 revisions=v1,v2,v3 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          never started                 | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:starting | delete web-2 STUCK
          image cannot be pulled        | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:pull     | delete web-2 STUCK
          crash loop                    | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:crash    | delete web-2 STUCK
          flaps, and is down            | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:unready  | delete web-2 STUCK
          flaps, and is up              | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:ready    | delete web-2 UPDATE
          flaps, and is up for a moment | replicas=3 minReady=10 | 0:v1:ready 1:v1:ready 2:v2:fresh | -
          cannot be scheduled           | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:nowhere  | delete web-2 STUCK
          already on its way out        | replicas=3 | 0:v1:ready 1:v1:ready 2:v2:terminating | -
          comes back with the fix       | replicas=3 | 0:v1:ready 1:v1:ready               | create web-2 v3
          the fix itself is waited for  | replicas=3 | 0:v1:ready 1:v1:ready 2:v3:crash    | -
          below the partition it stays  | replicas=3 partition=3 | 0:v1:ready 1:v1:ready 2:v2:crash | -
          two at once where allowed     | replicas=3 max=2 | 0:v1:ready 1:v2:crash 2:v2:crash | delete web-1 STUCK, delete web-2 STUCK
          one after the other otherwise | replicas=3 | 0:v1:ready 1:v2:crash 2:v2:crash    | delete web-1 STUCK
          the next when that is gone    | replicas=3 | 0:v1:ready 1:v2:crash               | delete web-1 STUCK
          not while the first goes      | replicas=3 | 0:v1:ready 1:v2:crash 2:v2:terminating | -
          a failed pod is no obstacle   | replicas=3 | 0:v2:crash 1:v1:ready 2:v1:failed   | delete web-0 STUCK
          a failed new pod neither      | replicas=3 | 0:v2:crash 1:v1:ready 2:v3:failed   | delete web-0 STUCK
          while a scale-down waits      | replicas=2 | 0:v1:ready 1:v2:crash 2:v1:ready    | delete web-1 STUCK
          condemned ones are not it     | replicas=1 | 0:v1:ready 1:v2:crash 2:v2:crash    | delete web-2 SCALE_DOWN
          """)
  void overtakenPod(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(FIX + rules, pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          back to where it was            | template=v1 revisions=v2,v1 current=v1    | 0:v1:ready 1:v2:starting | delete web-1 STUCK
          third bad one after two         | template=v4 revisions=v1,v2,v3,v4 current=v1 | 0:v1:ready 1:v3:crash | delete web-1 STUCK
          left from the first of two      | template=v4 revisions=v1,v2,v3,v4 current=v1 | 0:v1:ready 1:v2:starting | delete web-1 STUCK
          first template, image unknown   | template=v2 revisions=v1,v2 current=v1    | 0:v1:pull                | delete web-0 STUCK
          first template, crash loop      | template=v2 revisions=v1,v2 current=v1    | 0:v1:crash               | delete web-0 STUCK
          first template, no node for it  | template=v2 revisions=v1,v2 current=v1    | 0:v1:nowhere             | delete web-0 STUCK
          first template, never started   | template=v2 revisions=v1,v2 current=v1    | 0:v1:creating            | delete web-0 STUCK
          first template, slow            | template=v2 revisions=v1,v2 current=v1    | 0:v1:starting            | -
          first template, never ready     | template=v2 revisions=v1,v2 current=v1    | 0:v1:unready             | -
          no newer template               | template=v1 revisions=v1 current=v1       | 0:v1:crash               | -
          slow current pod in a rollout   | template=v2 revisions=v1,v2 current=v1    | 0:v1:starting 1:v2:ready | -
          one that never started          | template=v2 revisions=v1,v2 current=v1    | 0:v1:creating 1:v2:ready | delete web-0 STUCK
          not beside a new one either     | template=v2 revisions=v1,v2 current=v1    | 0:v1:creating 1:v2:starting | -
          below the partition it stays    | template=v2 revisions=v1,v2 current=v1 partition=1 | 0:v1:creating 1:v2:ready | -
          new template, never started     | template=v1 revisions=v1 current=v1       | 0:v1:creating            | -
          broken current pod in a rollout | template=v2 revisions=v1,v2 current=v1    | 0:v1:crash 1:v2:ready    | delete web-0 STUCK
          not beside a new one that waits | template=v2 revisions=v1,v2 current=v1    | 0:v1:crash 1:v2:starting | -
          """)
  void otherWaysToBeStuck(String why, String rules, String pods, String expected) {
    var replicas = pods.contains("1:") ? "replicas=2 " : "replicas=1 ";
    assertThat(Picture.of(replicas + rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void whoMustWaitForTheBudgetSaysSo() {
    assertThat(Picture.of(FIX + "replicas=3", "0:v1:ready 1:v2:crash 2:v2:crash").show())
        .isEqualTo(
            """
            delete web-1 STUCK
            hold web-1 PodNotAvailable[state=broken (CrashLoopBackOff in container main)]
            hold web-2 PodNotAvailable[state=broken (CrashLoopBackOff in container main)]
            hold web-2 BudgetSpent[used=1, allowed=1]
            hold web-0 WaitsForPod[pod=web-1, state=broken (CrashLoopBackOff in container main)]
            """);
  }

  /// The others are missing because they wait for this one: that does not spend the budget.
  @ParameterizedTest
  @ValueSource(strings = {"creating", "pull", "crash", "init", "nowhere"})
  void firstTemplateIsCorrectedBeforeTheOtherPodsExist(String state) {
    var rules = "replicas=3 template=v2 revisions=v1,v2 current=v1";

    assertThat(Picture.of(rules, "0:v1:" + state).actions()).isEqualTo("delete web-0 STUCK");
    assertThat(Picture.of(rules, "0:v1:ready 1:v1:" + state).actions())
        .isEqualTo("delete web-1 STUCK");
  }

  /// It may still become ready, so that natively it is waited for as well.
  @Test
  void podThatRunsAndIsNotReadyTellsWhatEndsTheWait() {
    var rules = "replicas=3 template=v2 revisions=v1,v2 current=v1";

    assertThat(Picture.of(rules, "0:v1:unready").show())
        .isEqualTo(
            """
            hold web-0 PodNotAvailable[state=not ready (container main); it gets the new template when it is ready, or after kubectl delete pod web-0]
            hold web-1 WaitsForPod[pod=web-0, state=not ready (container main)]
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no newer template           | template=v1 revisions=v1            | 0:v1:unready
          it has the newest already   | template=v2 revisions=v1,v2         | 0:v2:unready
          below the partition         | template=v2 revisions=v1,v2 partition=1 | 0:v1:unready
          the new template is refused | template=v2 revisions=v1,v2 refused | 0:v1:unready
          it is replaced now          | template=v2 revisions=v1,v2         | 0:v1:crash
          time makes it available     | template=v2 revisions=v1,v2 minReady=10 | 0:v1:fresh
          without an order            | template=v2 revisions=v1,v2 parallel | 0:v1:unready
          it goes anyway              | template=v2 revisions=v1,v2 replicas=0 | 0:v1:unready
          """)
  void noAdviceWhereDeletingThePodWouldNotHelp(String why, String rules, String pods) {
    assertThat(Picture.of("current=v1 " + rules, pods).show()).doesNotContain("kubectl");
  }

  /// Deleted by hand it would not come back before the lower one is well.
  @Test
  void onlyTheFirstOfSeveralIsToBeDeletedByHand() {
    var rules = "replicas=2 template=v2 revisions=v1,v2 current=v1";

    assertThat(Picture.of(rules, "0:v1:unready 1:v1:unready").show())
        .contains("kubectl delete pod web-0")
        .doesNotContain("kubectl delete pod web-1");
  }

  /// It may have become ready in the meantime; then the API server refuses the delete.
  @Test
  void stuckPodIsDeletedOnlyInTheStateThatWasSeen() {
    var stuck = Picture.of(FIX + "replicas=1", "0:v2:crash").plan();
    var fine = Picture.of(FIX + "replicas=1", "0:v2:ready").plan();

    assertThat(delete(stuck).version()).isEqualTo(OptionalLong.of(1));
    assertThat(delete(fine).version()).isEqualTo(OptionalLong.empty());
    assertThat(delete(fine).uid()).isEqualTo("pod-0");
  }

  private static Action.DeletePod delete(Plan<SetStatus> plan) {
    return (Action.DeletePod) plan.chains().getFirst().actions().getFirst();
  }

  /// It would not come back before the lower one is ready, and nothing is wrong with it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0:v1:unready 1:v1:creating",
        "0:v1:starting 1:v1:creating",
        "0:v1:unready 1:v1:bound",
        "0:v1:unready 1:v1:ready 2:v1:creating"
      })
  void podThatStartsAboveTheFirstUnwellOneIsLeft(String pods) {
    var count = pods.split(" ").length;
    var rules = "template=v2 revisions=v1,v2 current=v1 replicas=" + count;

    assertThat(Picture.of(rules, pods).actions()).isEqualTo("-");
  }
}
