package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.JsonText;
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

  @Test
  void resourcesNeedANewPodUntilPodsCanBeResized() {
    var rules = "replicas=1 inPlace template=v1@2 revisions=v1@1,v1@2 current=v1@1";

    assertThat(Picture.of(rules, "0:v1@1:ready").actions()).isEqualTo("delete web-0 UPDATE");
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
                        "{\\"lastContainerStatuses\\":{\\"main\\":{\\"containerID\\":\
                        \\"container-now\\",\\"imageID\\":\\"image-old\\"}},\\"revision\\":\\"v2\\",\
                        \\"updateImages\\":true,\\"updateTimestamp\\":\\"2026-01-01T12:00:00Z\\"}"},\
                        "labels":{"controller-revision-hash":"v2"},"uid":"pod-0"},\
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
}
