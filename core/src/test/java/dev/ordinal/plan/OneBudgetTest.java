package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Pods that are missing, terminating or impossible to create count against `maxUnavailable`
/// wherever a pod is taken down: what does not come back must not empty the set.
class OneBudgetTest {
  /// From v1 over a bad v2 to v3, in order.
  private static final String FIX = "template=v3 revisions=v1,v2,v3 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lower pod is missing          | replicas=4       | 1:v2:unready 2:v2:unready 3:v2:unready             | create web-0 v3
          the next is not taken either  | replicas=4       | 1:v2:unready 2:v2:unready                          | create web-0 v3
          lower pod's name is taken     | replicas=4       | 0:v3:ready:other 1:v2:crash 2:v2:crash 3:v2:crash  | -
          lower pod is terminating      | replicas=4       | 0:v2:terminating 1:v2:unready 2:v2:unready 3:v2:unready | -
          two may be down, one is       | replicas=4 max=2 | 1:v2:unready 2:v2:unready 3:v2:unready             | create web-0 v3, delete web-3 STUCK
          two may be down, two are      | replicas=4 max=2 | 1:v2:unready 2:v2:unready                          | create web-0 v3
          higher ones wait for this one | replicas=4       | 0:v2:unready                                       | delete web-0 STUCK
          the lowest stuck one first    | replicas=3       | 0:v1:ready 1:v2:crash 2:v2:crash                   | delete web-1 STUCK
          a higher one waits for a slow | replicas=4       | 0:v1:ready 1:v1:starting 2:v2:crash                | -
          """)
  void stuckPods(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(FIX + rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void podThatCannotBeCreatedCounts() {
    var pods = "1:v2:unready 2:v2:unready 3:v2:unready";

    assertThat(Picture.of(FIX + "replicas=4", pods).failing("web-0").show())
        .isEqualTo(
            """
            hold web-0 RequestFailed[message=quota]
            hold web-1 PodNotAvailable[state=not ready (container main)]
            hold web-2 PodNotAvailable[state=not ready (container main)]
            hold web-3 PodNotAvailable[state=not ready (container main)]
            hold web-3 BudgetSpent[used=1, allowed=1]
            hold web-2 BudgetSpent[used=1, allowed=1]
            hold web-1 BudgetSpent[used=1, allowed=1]
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          another is missing           | parallel replicas=2            | 0:v1:crash:specified                       | create web-1 v1
          another's name is taken      | parallel replicas=2            | 0:v1:crash:specified 1:v1:ready:other      | -
          another is terminating       | parallel replicas=2            | 0:v1:crash:specified 1:v1:terminating      | -
          two may be down              | parallel replicas=2 max=2      | 0:v1:crash:specified 1:v1:terminating      | delete web-0 SPECIFIED
          one after the other          | parallel replicas=3            | 0:v1:crash:specified 1:v1:crash:specified 2:v1:ready | delete web-1 SPECIFIED
          others wait for it, in order | replicas=3                     | 0:v1:crash:specified                       | delete web-0 SPECIFIED
          others wait for it           | parallel replicas=3 scaleMax=1 | 0:v1:crash:specified                       | delete web-0 SPECIFIED
          in order, a lower is missing | replicas=3                     | 1:v1:crash:specified 2:v1:ready            | create web-0 v1
          """)
  void specifiedPods(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  /// A pod that still waits for resources serves: to delete it takes one more pod down.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          another is missing     | replicas=2 scaleMax=1 | 0:v1@2:resizing:specified                           | create web-1 v1@2
          another is down        | replicas=2            | 0:v1@2:resizing:specified 1:v1@2:unready            | -
          another is as it is    | replicas=2            | 0:v1@2:infeasible:specified 1:v1@2:infeasible       | delete web-0 SPECIFIED
          two may be down        | replicas=2 max=2      | 0:v1@2:resizing:specified 1:v1@2:unready            | delete web-0 SPECIFIED
          no other is down       | replicas=2            | 0:v1@2:resizing:specified 1:v1@2:ready              | delete web-0 SPECIFIED
          """)
  void podsThatWaitForResources(String why, String rules, String pods, String expected) {
    var all = "parallel inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1 " + rules;

    assertThat(Picture.of(all, pods).actions()).isEqualTo(expected);
  }

  /// A request that fails keeps nothing waiting but itself.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the next labelled pod goes   | parallel replicas=3 | 0:v1:ready 1:v1:ready:specified 2:v1:ready:specified | delete web-1 SPECIFIED
          the same in order            | replicas=3          | 0:v1:ready 1:v1:ready:specified 2:v1:ready:specified | delete web-1 SPECIFIED
          not while another is down    | parallel replicas=3 | 0:v1:crash 1:v1:ready:specified 2:v1:ready:specified | -
          """)
  void labelledPodWhoseDeletionFailsLeavesItsRoom(
      String why, String rules, String pods, String expected) {
    var failing = Picture.of(rules, pods).failed("Delete", Picture.NOW.plusSeconds(10), "web-2");

    assertThat(failing.actions()).isEqualTo(expected);
  }

  /// Pods are updated highest first, also when the highest cannot be deleted for now.
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "parallel "})
  void outdatedPodWhoseDeletionFailsKeepsItsTurn(String policy) {
    var rules = policy + "template=v2 revisions=v1,v2 current=v1 replicas=2";

    assertThat(
            Picture.of(rules, "0:v1:ready 1:v1:ready")
                .failed("Delete", Picture.NOW.plusSeconds(10), "web-1")
                .show())
        .isEqualTo(
            """
            hold web-1 RequestFailed[message=quota]
            hold web-0 BudgetSpent[used=1, allowed=1]
            """);
  }

  /// A pod counts as down while its claims grow, but it runs: to delete it takes one more down.
  @Test
  void podWhoseClaimGrowsIsNotDeletedWhileAnotherIsDown() {
    var rules = "parallel replicas=2 max=1 claims=data:2Gi grow";
    var growing = "data-web-0:2Gi/1Gi:resizing data-web-1:2Gi";
    assertThat(Picture.of(rules, "0:v1:ready:specified 1:v1:starting").claims(growing).show())
        .contains("hold web-0 BudgetSpent[used=1, allowed=1]")
        .doesNotContain("delete");
    assertThat(Picture.of(rules, "0:v1:ready:specified 1:v1:ready").claims(growing).actions())
        .isEqualTo("delete web-0 SPECIFIED");
    assertThat(Picture.of(rules, "0:v1:starting:specified 1:v1:ready").claims(growing).actions())
        .isEqualTo("delete web-0 SPECIFIED");
  }
}
