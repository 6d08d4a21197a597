package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Snapshot.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The API server may refuse to resize a running pod, whatever the reason.
class RefusedResizeStageTest {
  private static final String RULES =
      "replicas=1 template=v1@2! revisions=v1@1!,v1@2! current=v1@1! ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          asked before the gate is closed    | inPlace                          | 0:v1@1!:ready    | check resize web-0, patch web-0 CLOSE_GATE, resize web-0, patch web-0 UPDATE
          asked before a grace period        | inPlace grace=10                 | 0:v1@1!:ready    | check resize web-0, patch web-0 CLOSE_GATE, patch web-0 BEGIN
          refused, replaced where possible   | inPlace noResize=web-0           | 0:v1@1!:ready    | delete web-0 UPDATE
          also if the gate is closed         | inPlace parallel noResize=web-0:ever | 0:v1@1!:closed | delete web-0 STUCK
          in place only, left as it is       | inPlaceOnly noResize=web-0       | 0:v1@1!:ready    | -
          in place only, gate opens again    | inPlaceOnly parallel noResize=web-0:ever | 0:v1@1!:closed | patch web-0 OPEN_GATE
          asked again, and nothing else      | inPlaceOnly noResize=web-0:due   | 0:v1@1!:ready    | check resize web-0
          never again by its own refusal     | inPlaceOnly noResize=web-0:ever  | 0:v1@1!:ready    | -
          another pod's refusal              | inPlace noResize=web-1           | 0:v1@1!:ready    | check resize web-0, patch web-0 CLOSE_GATE, resize web-0, patch web-0 UPDATE
          after the grace period, replaced   | inPlace noResize=web-0:ever      | 0:v1@2!:graced   | delete web-0 UPDATE
          after the grace period, gate opens | inPlaceOnly noResize=web-0:ever  | 0:v1@2!:graced   | patch web-0 OPEN_GATE
          and stays open                     | inPlaceOnly noResize=web-0:ever  | 0:v1@2!:reopened | -
          nobody remembers, asked first      | inPlaceOnly                      | 0:v1@2!:reopened | check resize web-0, patch web-0 CLOSE_GATE, patch web-0 BEGIN
          on delete nothing is replaced      | onDelete noResize=web-0          | 0:v1@2!:graced   | resize web-0, patch web-0 UPDATE
          """)
  void refusal(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(RULES + rules, pods).actions()).isEqualTo(expected);
  }

  @Test
  void imageAloneIsNotStopped() {
    var rules = "replicas=1 inPlaceOnly template=v2 revisions=v1,v2 current=v1 noResize=web-0";

    assertThat(Picture.of(rules, "0:v1:ready").actions())
        .isEqualTo("patch web-0 CLOSE_GATE, patch web-0 UPDATE");
  }

  @Test
  void whatStaysAsItIsSaysWhy() {
    var picture = Picture.of(RULES + "inPlaceOnly noResize=web-0", "0:v1@1!:ready");

    assertThat(picture.show())
        .isEqualTo(
            "hold web-0 InPlaceImpossible[because=the API server refuses the resize: too big]\n");
    assertThat(picture.plan().notices()).hasSize(1);
    assertThat(picture.plan().wake()).contains(Picture.NOW.plusSeconds(30));
  }

  /// It is about to be replaced, and its hook is asked about that.
  @Test
  void hookIsAskedBeforeThePodIsReplaced() {
    var rules = RULES + "inPlace preDelete=drain noResize=web-0";

    assertThat(Picture.of(rules, "0:v1@1!:ready:drain=true").actions())
        .isEqualTo("patch web-0 PREPARE");
  }

  @Test
  void podThatWasPreparedGoesBackToNormal() {
    var rules = RULES + "inPlaceOnly inPlaceHook=drain noResize=web-0";

    assertThat(Picture.of(rules, "0:v1@1!:ready:PreparingUpdate").actions())
        .isEqualTo("patch web-0 SETTLE");
  }

  /// The quota has become full after the dry run: the pod serves on until there is room again.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gate closed, it opens again        | inPlace parallel   | 0:v1@1!:closed   | 10 | patch web-0 OPEN_GATE
          also in order                      | inPlace            | 0:v1@1!:closed   | 10 | patch web-0 OPEN_GATE
          also after a grace period          | inPlace            | 0:v1@2!:graced   | 10 | patch web-0 OPEN_GATE
          in place only too                  | inPlaceOnly        | 0:v1@2!:graced   | 10 | patch web-0 OPEN_GATE
          gate open, nothing is written      | inPlace            | 0:v1@1!:ready    | 10 | -
          nor after a grace period           | inPlace            | 0:v1@2!:reopened | 10 | -
          tried again, with a dry run first  | inPlace            | 0:v1@1!:ready    | 0  | check resize web-0, patch web-0 CLOSE_GATE, resize web-0, patch web-0 UPDATE
          and so after a grace period        | inPlace            | 0:v1@2!:reopened | 0  | check resize web-0, patch web-0 CLOSE_GATE, patch web-0 BEGIN
          """)
  void fullQuota(String why, String rules, String pods, long seconds, String expected) {
    var words = "pods \"web-0\" is forbidden: exceeded quota: small, requested: cpu=2";
    var retryAt = Picture.NOW.plusSeconds(seconds);
    var failure = new Failure("Resize", "web-0", words, retryAt);

    assertThat(Picture.of(RULES + rules, pods).failed(failure).actions()).isEqualTo(expected);
  }

  /// A server in trouble answers again soon: to open the gate for that would only cost writes.
  @Test
  void gateStaysClosedWhileTheServerFails() {
    var picture = Picture.of(RULES + "inPlace parallel", "0:v1@1!:closed");
    var retryAt = Picture.NOW.plusSeconds(10);

    assertThat(picture.failed("Resize", retryAt, "web-0").actions()).isEqualTo("-");
  }
}
