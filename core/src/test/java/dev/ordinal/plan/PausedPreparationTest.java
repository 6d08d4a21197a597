package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods that were prepared for a scale-down that was taken back look like those that are prepared
/// for their replacement: a pause, and the budget, hold for both.
class PausedPreparationTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          paused, it goes back to normal  | paused replicas=2 preDelete=drain          | 0:v1:ready 1:v1:ready:PreparingDelete            | patch web-1 SETTLE
          so does one that is not drained | paused replicas=2 preDelete=drain          | 0:v1:ready 1:v1:ready:drain=true:PreparingDelete | patch web-1 SETTLE
          all at once                     | paused parallel replicas=2 preDelete=drain | 0:v1:ready:PreparingDelete 1:v1:ready:PreparingDelete | patch web-0 SETTLE, patch web-1 SETTLE
          the hook is gone by now         | paused parallel replicas=2                 | 0:v1:ready 1:v1:ready:PreparingDelete            | patch web-1 SETTLE
          not paused, it is replaced      | parallel replicas=2 preDelete=drain        | 0:v1:ready 1:v1:ready:PreparingDelete            | delete web-1 UPDATE
          a higher one waits for it       | replicas=2 preDelete=drain                 | 0:v1:ready:PreparingDelete 1:v2:failed           | patch web-0 SETTLE
          which is drained, and unready   | replicas=2 preDelete=drain                 | 0:v1:unready:PreparingDelete 1:v2:failed         | delete web-0 UPDATE
          not paused, in order            | replicas=2 preDelete=drain                 | 0:v1:ready 1:v1:ready:PreparingDelete            | delete web-1 UPDATE
          """)
  void preparedForDeletion(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void pausedPodSaysThatItIsNotUpdated() {
    var rules = UPDATE + "paused replicas=1 preDelete=drain";

    assertThat(Picture.of(rules, "0:v1:ready:PreparingDelete").show())
        .contains("hold web-0 Paused[]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one is finished           | max=1 | 0:v1:ready 1:v1:ready:PreparingUpdate                 | patch web-1 CLOSE_GATE, patch web-1 UPDATE
          two where one may be down | max=1 | 0:v1:ready:PreparingUpdate 1:v1:ready:PreparingUpdate | patch web-1 CLOSE_GATE, patch web-1 UPDATE
          two where two may be down | max=2 | 0:v1:ready:PreparingUpdate 1:v1:ready:PreparingUpdate | patch web-1 CLOSE_GATE, patch web-1 UPDATE, patch web-0 CLOSE_GATE, patch web-0 UPDATE
          not while another is down | max=1 | 0:v1:unready 1:v1:ready:PreparingUpdate               | -
          """)
  void pauseFinishesInPlaceUpdatesWithinTheBudget(
      String why, String rules, String pods, String expected) {
    var all = UPDATE + "paused parallel replicas=2 inPlace inPlaceHook=drain " + rules;

    assertThat(Picture.of(all, pods).actions()).isEqualTo(expected);
  }

  /// What its hook has let go may still serve.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          another is not ready        | max=1 | 0:v1:unready 1:v1:ready:PreparingDelete | -
          two may be down             | max=2 | 0:v1:unready 1:v1:ready:PreparingDelete | delete web-1 UPDATE
          it does not serve any more  | max=1 | 0:v1:unready 1:v1:unready:PreparingDelete | delete web-1 UPDATE
          """)
  void inOrderAPodThatServesWaitsForThoseThatDoNot(
      String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + "replicas=2 preDelete=drain " + rules, pods).actions())
        .isEqualTo(expected);
  }

  @Test
  void podThatWaitsStaysPrepared() {
    var pods = "0:v1:unready 1:v1:ready:PreparingDelete";

    assertThat(Picture.of(UPDATE + "replicas=2 preDelete=drain", pods).show())
        .contains("hold web-1 BudgetSpent[used=1, allowed=1]")
        .doesNotContain("SETTLE");
  }
}
