package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A pod whose node cannot give it its new resources, or whose resize is refused half-way, is
/// replaced like any other pod that is to be updated: within the budget, and not in a pause.
class InfeasibleResizeTest {
  private static final String UPDATE = "inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one is replaced              | parallel replicas=2            | 0:v1@2:ready 1:v1@2:infeasible                        | delete web-1 UPDATE
          one after the other          | parallel replicas=3            | 0:v1@2:infeasible 1:v1@2:infeasible 2:v1@2:infeasible | delete web-2 UPDATE
          two where two may be down    | parallel replicas=3 max=2      | 0:v1@2:infeasible 1:v1@2:infeasible 2:v1@2:infeasible | delete web-2 UPDATE, delete web-1 UPDATE
          one after the other in order | replicas=2                     | 0:v1@2:infeasible 1:v1@2:infeasible                   | delete web-1 UPDATE
          another is missing           | parallel replicas=3            | 1:v1@2:infeasible 2:v1@1:ready                        | create web-0 v1@2
          missing, and withheld        | parallel replicas=3 scaleMax=1 | 0:v1@2:infeasible 1:v1@2:ready                        | create web-2 v1@2
          its name is taken            | parallel replicas=3 scaleMax=1 | 0:v1@2:infeasible 1:v1@2:ready 2:v1@2:ready:other     | -
          newer template, one missing  | parallel replicas=2 scaleMax=1 | 0:v1@1:deferred                                       | create web-1 v1@2
          another is down and kept     | parallel replicas=2 partition=1 | 0:v1@1:unready 1:v1@2:infeasible                     | -
          another is terminating       | parallel replicas=2            | 0:v1@2:terminating 1:v1@2:infeasible                  | -
          in order, another is unready | replicas=2                     | 0:v1@2:unready 1:v1@2:infeasible                      | -
          outdated, and no budget      | parallel replicas=3            | 1:v1@1:infeasible 2:v1@2:ready                        | create web-0 v1@2
          outdated, in order           | replicas=1                     | 0:v1@1:infeasible                                     | resize web-0, patch web-0 UPDATE
          superseded, no room now      | replicas=2                     | 0:v1@1:deferred 1:v1@1:ready                          | resize web-0, patch web-0 UPDATE
          no room now, and newest      | replicas=2                     | 0:v1@2:deferred 1:v1@1:ready                          | -
          paused                       | paused parallel replicas=1     | 0:v1@2:infeasible                                     | -
          paused, in order             | paused replicas=1              | 0:v1@2:infeasible                                     | -
          below the partition          | parallel replicas=1 partition=1 | 0:v1@2:infeasible                                    | -
          on delete nothing            | parallel replicas=1 onDelete   | 0:v1@2:infeasible                                     | -
          condemned, and not its turn  | replicas=1                     | 0:v1@2:unready 1:v1@2:infeasible                      | -
          refused half-way             | parallel replicas=2 noResize=web-0,web-1 | 0:v1@2:graced 1:v1@2:graced                 | delete web-1 UPDATE
          refused half-way, paused     | paused parallel replicas=1 noResize=web-0 | 0:v1@2:graced                              | -
          """)
  void replacement(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods).actions()).isEqualTo(expected);
  }

  /// The pod serves, so that others come first: with it they would be down together.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          too small, one missing        | inPlace replicas=2                   | 0:v1@2:infeasible               | create web-1 v1@2
          too small, two missing        | inPlace replicas=3                   | 0:v1@2:infeasible               | create web-1 v1@2
          superseded, one missing       | replicas=2                           | 0:v1@1:deferred                 | create web-1 v1@2
          superseded, none missing      | replicas=2                           | 0:v1@1:deferred 1:v1@2:ready    | delete web-0 UPDATE
          superseded, two may be down   | replicas=2 max=2                     | 0:v1@1:deferred                 | create web-1 v1@2, delete web-0 UPDATE
          superseded, one leaving       | replicas=2                           | 0:v1@1:deferred 1:v1@2:terminating | -
          too small for ever            | inPlaceOnly replicas=2               | 0:v1@2:infeasible               | create web-1 v1@2
          still under way               | inPlace replicas=2                   | 0:v1@2:resizing                 | create web-1 v1@2
          failed above                  | inPlace replicas=2                   | 0:v1@2:resizing 1:v1@2:failed   | delete web-1 FINISHED
          scaled down beside it         | inPlaceOnly replicas=1               | 0:v1@2:infeasible 1:v1@2:ready  | delete web-1 SCALE_DOWN
          containers to be restarted    | inPlace replicas=2                   | 0:v1@2:renewing                 | -
          prepared, and one missing     | preDelete=drain replicas=2           | 0:v1@1:ready:PreparingDelete    | patch web-0 SETTLE
          """)
  void missingPodsComeFirst(String why, String rules, String pods, String expected) {
    var update = "template=v1@2 revisions=v1@1,v1@2 current=v1@1 ";

    assertThat(Picture.of(update + rules, pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          budget              | parallel replicas=2             | 0:v1@2:infeasible 1:v1@2:terminating | hold web-0 BudgetSpent[used=1, allowed=1]
          pause               | paused parallel replicas=1      | 0:v1@2:infeasible                    | hold web-0 Paused[]
          partition           | parallel replicas=1 partition=1 | 0:v1@2:infeasible                    | hold web-0 ResizeDeferred[isInfeasible=true]
          """)
  void waitHasItsReason(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods).show().lines()).contains(expected);
  }

  /// The pod has the new template by its spec and its label, and does not run with it.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          for ever       | inPlaceOnly | 0:v1@2:infeasible | 0
          until replaced | inPlace     | 0:v1@2:infeasible | 0
          for now        | inPlace     | 0:v1@2:deferred   | 1
          under way      | inPlace     | 0:v1@2:resizing   | 1
          arrived        | inPlaceOnly | 0:v1@2:ready      | 1
          """)
  void podThatCannotGetItsResourcesIsNotUpdated(
      String why, String rules, String pods, int expected) {
    var all = "replicas=1 template=v1@2 revisions=v1@1,v1@2 current=v1@1 " + rules;
    var counts = Picture.of(all, pods).plan().status().counts();

    assertThat(counts.updated()).isEqualTo(expected);
    assertThat(counts.updatedReady()).isEqualTo(expected);
    assertThat(counts.updatedAvailable()).isEqualTo(expected);
  }

  @Test
  void podThatMayOnlyChangeInPlaceSaysWhatEndsTheWait() {
    var all = "inPlaceOnly replicas=1 template=v1@2 revisions=v1@1,v1@2 current=v1@1 ";

    assertThat(Picture.of(all, "0:v1@2:infeasible").plan().holds())
        .extracting(Hold::sentence)
        .contains(
            "web-0 cannot be updated in place, and podUpdatePolicy is InPlaceOnly: its node is too"
                + " small for its new resources; it gets them after kubectl delete pod web-0");
  }

  @Test
  void templateIsCheckedBeforeThePodIsReplaced() {
    assertThat(Picture.of(UPDATE + "refused parallel replicas=1", "0:v1@1:infeasible").show())
        .contains("hold web-0 TemplateRefused");
  }
}
