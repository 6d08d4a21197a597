package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.stage.Planner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InPlaceStageTest {
  private static final String V2 = " template=v2 revisions=v1,v2";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gate first, then the image    | replicas=1 inPlace              | 0:v1:ready              | patch web-0 CLOSE_GATE, patch web-0 UPDATE
          highest first                 | replicas=2 inPlace              | 0:v1:ready 1:v1:ready   | patch web-1 CLOSE_GATE, patch web-1 UPDATE
          the next one waits            | replicas=2 inPlace              | 0:v1:ready 1:v2:renewing | -
          gate opens when it is renewed | replicas=2 inPlace              | 0:v1:ready 1:v2:renewed | patch web-1 OPEN_GATE
          budget is shared              | replicas=3 parallel max=2 inPlace | 0:v1:ready 1:v1:ready 2:v2:renewing | patch web-1 CLOSE_GATE, patch web-1 UPDATE
          interrupted half-way goes on  | replicas=1 parallel inPlace     | 0:v1:closed             | patch web-0 UPDATE
          interrupted and paused opens  | replicas=1 inPlace paused       | 0:v1:closed             | patch web-0 OPEN_GATE
          begun and paused is finished  | replicas=1 inPlace paused       | 0:v2:renewed            | patch web-0 OPEN_GATE
          a new pod's gate is set       | replicas=1 inPlace              | 0:v2:new                | patch web-0 OPEN_GATE
          but not under others' hands   | replicas=1 inPlace              | 0:v2:bound              | -
          when the scheduler is done    | replicas=1 inPlace              | 0:v2:nowhere            | -
          a ready pod is left alone     | replicas=1 inPlace              | 0:v2:ready              | -
          without policy it is replaced | replicas=1                      | 0:v1:ready              | delete web-0 UPDATE
          an overtaken one goes on      | replicas=1 parallel inPlace     | 0:v1:renewing           | patch web-0 UPDATE
          unknown revision is replaced  | replicas=1 inPlace              | 0:v0:ready              | delete web-0 UPDATE
          """)
  void renewal(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules + V2 + " current=v1", pods).actions()).isEqualTo(expected);
  }

  /// The templates do not differ, so that a patch would change nothing, again and again.
  @Test
  void addedVolumeNeedsANewPod() {
    var pods = "0:v1:ready";

    assertThat(Picture.of("replicas=1 inPlace claims=log new=log", pods).actions())
        .isEqualTo("delete web-0 UPDATE");
    assertThat(Picture.of("replicas=1 inPlaceOnly claims=log new=log", pods).show())
        .isEqualTo(
            "hold web-0 InPlaceImpossible[because=it lacks a volume that the set has now]\n");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          resized where it runs    | inPlace     | 0:v1@1:ready      | resize web-0, patch web-0 UPDATE
          policy forbids           | max=1       | 0:v1@1:ready      | delete web-0 UPDATE
          switched off             | inPlace off=InPlaceWorkloadVerticalScaling | 0:v1@1:ready | delete web-0 UPDATE
          under way                | inPlace     | 0:v1@2:resizing   | -
          no room now              | inPlace     | 0:v1@2:deferred   | -
          no room ever             | inPlace     | 0:v1@2:infeasible | delete web-0 UPDATE
          no room ever, in place only | inPlaceOnly | 0:v1@2:infeasible | -
          """)
  void resources(String why, String rules, String pods, String expected) {
    var all = "replicas=1 template=v1@2 revisions=v1@1,v1@2 current=v1@1 " + rules;

    assertThat(Picture.of(all, pods).actions()).isEqualTo(expected);
  }

  @Test
  void resizeThatWaitsIsExplainedAndCountsAsDown() {
    var rules = "replicas=2 parallel inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1";

    assertThat(Picture.of(rules, "0:v1@1:ready 1:v1@2:deferred").show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=being updated in place]
            hold web-0 BudgetSpent[used=1, allowed=1]
            hold web-1 ResizeDeferred[isInfeasible=false]
            """);
    assertThat(Picture.of(rules + " inPlaceOnly", "0:v1@1:ready 1:v1@2:infeasible").show())
        .contains("InPlaceImpossible[because=its node is too small for its new resources;");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          begins with the gate         | grace=10 inPlace          | 0:v1:ready  | patch web-0 CLOSE_GATE, patch web-0 BEGIN
          not over                     | grace=10 inPlace          | 0:v2:grace  | -
          over                         | grace=10 inPlace          | 0:v2:graced | patch web-0 UPDATE
          over, but traffic is back    | grace=10 inPlace          | 0:v2:reopened | patch web-0 CLOSE_GATE, patch web-0 BEGIN
          over while paused            | grace=10 inPlace paused   | 0:v2:graced | patch web-0 UPDATE
          begun by another setting     | inPlace                   | 0:v2:graced | patch web-0 UPDATE
          overtaken by a new template  | grace=10 inPlace parallel | 0:v1:grace  | patch web-0 BEGIN
          over, for another revision   | grace=10 inPlace          | 0:v2:regraced | patch web-0 UPDATE
          """)
  void grace(String why, String rules, String pods, String expected) {
    assertThat(Picture.of("replicas=1 " + rules + V2 + " current=v1", pods).actions())
        .isEqualTo(expected);
  }

  @Test
  void imagesChangeInPlaceWhereResourcesMayNot() {
    var rules = "replicas=1 inPlace off=InPlaceWorkloadVerticalScaling" + V2;
    assertThat(Picture.of(rules, "0:v1:ready").actions())
        .isEqualTo("patch web-0 CLOSE_GATE, patch web-0 UPDATE");
  }

  @Test
  void nextBatchWaitsUntilTheLastOneIsReady() {
    var rules = "replicas=1 inPlace" + V2;

    assertThat(Picture.of(rules, "0:v2:halfwayUnready").actions()).isEqualTo("-");
    assertThat(body(Picture.of(rules, "0:v2:halfway").plan()))
        .contains("\"spec\":{\"containers\":[{\"image\":\"v2\",\"name\":\"side\"}]}");
  }

  /// No other container tells that a resize has arrived, but the new resources may have restarted
  /// the container.
  @Test
  void nextBatchWaitsUntilAResizedContainerIsReady() {
    var rules = "replicas=1 inPlace" + V2;

    assertThat(Picture.of(rules, "0:v2:resizedUnready").actions()).isEqualTo("-");
    assertThat(body(Picture.of(rules, "0:v2:resized").plan()))
        .contains("\"spec\":{\"containers\":[{\"image\":\"v2\",\"name\":\"side\"}]}");
  }

  /// What a newer template does not speak of is still to be done.
  @Test
  void newTemplateTakesTheNextBatchAlong() {
    assertThat(body(Picture.of("replicas=1 parallel inPlace" + V2, "0:v1:halfwayUnready").plan()))
        .contains("[{\"image\":\"v2\",\"name\":\"main\"},{\"image\":\"v2\",\"name\":\"side\"}]");
  }

  @Test
  void graceThatWaitedForAnotherRevisionIsDropped() {
    assertThat(body(Picture.of("replicas=1 inPlace" + V2, "0:v2:regraced").plan()))
        .contains("\"controller-revision-hash\":\"v2\"")
        .doesNotContain("graceSeconds")
        .doesNotContain("\"spec\"");
  }

  @Test
  void graceBeginsAgainInFull() {
    assertThat(Picture.of("replicas=1 inPlace" + V2, "0:v2:reopened").plan().wake())
        .contains(Picture.NOW.plusSeconds(6));
  }

  @Test
  void graceIsWrittenOnThePodAndWaitedFor() {
    var plan = Picture.of("replicas=1 inPlace grace=10" + V2, "0:v1:ready").plan();
    var waiting = Picture.of("replicas=1 inPlace grace=10" + V2, "0:v2:grace").plan();

    assertThat(body(plan))
        .contains("\"controller-revision-hash\":\"v2\"")
        .contains("\"lifecycle.apps.kruise.io/state\":\"Updating\"")
        .contains("{\\\"containerImages\\\":{\\\"main\\\":\\\"v2\\\"},\\\"graceSeconds\\\":10")
        .doesNotContain("\"spec\"");
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(11));
    assertThat(waiting.wake()).contains(Picture.NOW.plusSeconds(5));
    assertThat(waiting.holds().getLast().reason())
        .isEqualTo(new HoldReason.GracePeriod(Picture.NOW.plusSeconds(5)));
    assertThat(body(Picture.of("replicas=1 inPlace" + V2, "0:v2:graced").plan()))
        .contains("\"apps.kruise.io/inplace-update-grace\":null")
        .contains("\"spec\":{\"containers\":[{\"image\":\"v2\",\"name\":\"main\"}]}");
  }

  /// The annotation has no fractions of a second, and the gate is closed a little later.
  @Test
  void graceEndsNoFractionTooEarly() {
    var seen = Picture.of("replicas=1 inPlace grace=10" + V2, "0:v1:ready").snapshot();
    var late = Picture.NOW.plusMillis(900);
    var plan = Planner.plan(seen.at(late));

    assertThat(body(plan)).contains("\\\"updateTimestamp\\\":\\\"2026-01-01T12:00:02Z\\\"");
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(12));
  }

  private static String body(Plan<SetStatus> plan) {
    return plan.chains().getFirst().actions().getLast() instanceof Action.PatchPod patch
        ? JsonText.write(patch.body())
        : "no patch";
  }

  @Test
  void changeThatNeedsANewPodIsRefusedBeforeAnyPodIsTouched() {
    var picture = Picture.of("replicas=1 inPlaceOnly current=v1" + V2, "0:v0:ready");

    assertThat(picture.show())
        .isEqualTo("hold web-0 InPlaceImpossible[because=revision v0 is not known any more]\n");
    assertThat(picture.plan().notices()).hasSize(1);
    assertThat(picture.plan().status().findCondition("Ready").orElseThrow().reason())
        .isEqualTo("InPlaceImpossible");
  }

  @Test
  void imageRevisionAndStateAreOneWrite() {
    var chain =
        Picture.of("replicas=1 inPlace" + V2, "0:v1:ready").plan().chains().getFirst().actions();

    assertThat(chain.get(1))
        .isInstanceOfSatisfying(
            Action.PatchPod.class,
            patch ->
                assertThat(JsonText.write(patch.body()))
                    .isEqualTo(
                        """
                        {"metadata":{"annotations":{"apps.kruise.io/inplace-update-state":\
                        "{\\"containerBatchesRecord\\":[{\\"containers\\":[\\"main\\"],\
                        \\"timestamp\\":\\"2026-01-01T12:00:00Z\\"}],\
                        \\"lastContainerStatuses\\":{\\"main\\":{\\"containerID\\":\
                        \\"container-now\\",\\"imageID\\":\\"image-old\\"}},\\"revision\\":\\"v2\\",\
                        \\"updateImages\\":true,\\"updateTimestamp\\":\\"2026-01-01T12:00:00Z\\"}",\
                        "lifecycle.apps.kruise.io/timestamp":"2026-01-01T12:00:00Z"},\
                        "labels":{"controller-revision-hash":"v2",\
                        "lifecycle.apps.kruise.io/state":"Updating"},"uid":"pod-0"},\
                        "spec":{"containers":[{"image":"v2","name":"main"}]}}"""));
  }

  @Test
  void gateOpensOnlyForTheStateThatProvedIt() {
    var action =
        Picture.of("replicas=1 inPlace" + V2, "0:v2:renewed")
            .plan()
            .chains()
            .getFirst()
            .actions()
            .getFirst();

    assertThat(action)
        .isInstanceOfSatisfying(
            Action.PatchPodStatus.class,
            patch ->
                assertThat(JsonText.write(patch.body()))
                    .isEqualTo(
                        """
                        {"metadata":{"resourceVersion":"1","uid":"pod-0"},"status":{"conditions":\
                        [{"lastTransitionTime":"2026-01-01T12:00:00Z","reason":null,\
                        "status":"True","type":"InPlaceUpdateReady"}]}}"""));
  }

  /// Its life goes on as it was, except where a hook looks at it.
  @Test
  void resizeThatRestartsNothingIsNoStageOfThePodsLife() {
    var rules = "replicas=1 inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1";

    assertThat(body(Picture.of(rules, "0:v1@1:ready").plan())).doesNotContain("lifecycle");
    assertThat(body(Picture.of(rules + " inPlaceHook=drain", "0:v1@1:ready").plan()))
        .contains("\"lifecycle.apps.kruise.io/state\":\"Updating\"");
  }
}
