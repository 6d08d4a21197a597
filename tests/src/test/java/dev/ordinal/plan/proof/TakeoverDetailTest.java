package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.draw.Sketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is written to pods that kruise-manager left half-way, and what happens to them when their
/// hooks let them go.
class TakeoverDetailTest {

  private static Handover take(String state) {
    return Handover.of(KruiseState.load(state));
  }

  /// What the first request of the plan says to its pod.
  private static Json.Obj body(Handover handover) {
    return switch (handover.plan().chains().getFirst().actions().getFirst()) {
      case Action.PatchPod(_, _, var body) -> body;
      case Action.PatchPodStatus(_, _, var body) -> body;
      case Action other -> throw new AssertionError("not a write to a pod: " + other);
    };
  }

  @Test
  void markIsTakenAwayTogetherWithTheLabel() {
    assertThat(JsonText.write(body(take("preparing-delete-undone"))))
        .isEqualTo(
            """
            {"metadata":{"annotations":{"lifecycle.apps.kruise.io/timestamp":"2026-01-01T12:00:00Z"},\
            "labels":{"lifecycle.apps.kruise.io/state":"Normal"},"resourceVersion":"1004",\
            "uid":"5e7a0000-0000-4000-8000-000000000102"},"status":{"conditions":[\
            {"lastTransitionTime":"2026-01-01T12:00:00Z","message":"","status":"True",\
            "type":"KruisePodReady"}]}}""");
  }

  @Test
  void bothGatesOfANewPodAreOneWrite() {
    assertThat(JsonText.write(body(take("new-pod")).object("status")))
        .isEqualTo(
            """
            {"conditions":[{"lastTransitionTime":"2026-01-01T12:00:00Z","reason":null,\
            "status":"True","type":"InPlaceUpdateReady"},\
            {"lastTransitionTime":"2026-01-01T12:00:00Z","message":"","status":"True",\
            "type":"KruisePodReady"}]}""");
  }

  @Test
  void keysWithoutAPrefixAreReplacedByTodays() {
    var annotations = body(take("grace-legacy")).object("metadata").object("annotations");

    assertThat(annotations.find("inplace-update-grace")).contains(new Json.Null());
    assertThat(annotations.find("inplace-update-state")).contains(new Json.Null());
    assertThat(annotations.text("apps.kruise.io/inplace-update-state"))
        .contains("\"revision\":\"web-556c599f76\"");
  }

  /// The image alone tells nothing here, and a runtime reports the name with its registry.
  @Test
  void sameDigestUnderAnotherNameIsRecognised() {
    var renewed =
        Yaml.read(
            """
            status:
              containerStatuses:
                - {name: main, image: "docker.io/library/app:2", imageID: "%s", ready: true}
                - {name: sidecar, image: "sidecar:1", ready: true}
            """
                .formatted(
                    "app@sha256:d2bb92ca7c6d792d8403126683c765d9803c413c0d528e8bef979c138e93a0a1"));

    assertThat(take("updating").actions()).isEqualTo("-");
    assertThat(take("updating").change("Pod/web-2", renewed).actions())
        .isEqualTo("patch web-2 OPEN_GATE");
  }

  /// Kruise writes Ready=False without a time, so that the pods look as if nothing had moved for
  /// hours.
  @ParameterizedTest
  @ValueSource(strings = {"updating", "grace", "batch", "preparing-update", "updated"})
  void updateUnderWayDoesNotLookStalled(String state) {
    var status = take(state).plan().status();

    assertThat(status.findCondition("Progressing").orElseThrow().status()).isEqualTo("True");
    assertThat(status.findCondition("Stalled").orElseThrow().status()).isEqualTo("False");
  }

  /// The hook lets go, or is put on again, and what waited for it follows.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          preparing-normal           | warm  | true  | patch web-2 SETTLE
          preparing-delete           | drain | false | delete web-2 SCALE_DOWN
          preparing-delete-specified | drain | false | delete web-2 SPECIFIED
          updated                    | drain | true  | patch web-2 SETTLE
          """)
  void hookLetsGo(String state, String label, String value, String expected) {
    var labels = Json.of("labels", Json.of(label, Json.of(value)));

    assertThat(take(state).change("Pod/web-2", Json.of("metadata", labels)).actions())
        .isEqualTo(expected);
  }

  /// Kruise asks both hooks at once, and then neither pod would go: the lower one counts as unwell.
  @ParameterizedTest
  @ValueSource(strings = {"Parallel", "OrderedReady"})
  void podsThatWereAskedTogetherGoOneAfterTheOther(String policy) {
    var handover =
        Handover.of(
            KruiseState.load("preparing-delete-twice")
                .with("spec: {podManagementPolicy: " + policy + "}"));
    assertThat(handover.play()).startsWith("+0s delete web-2 SCALE_DOWN");
    assertThat(handover.uids()).containsOnlyKeys("web-0", "web-1");

    handover.change("Pod/web-1", Yaml.read("metadata: {labels: {drain: 'false'}}"));
    assertThat(handover.play())
        .anyMatch(line -> line.endsWith("delete web-1 SCALE_DOWN"))
        .endsWith("rest");
    assertThat(handover.uids()).containsOnlyKeys("web-0");
  }

  /// Whichever controller grows the claims, the pods are up to date and stay as they are.
  @Test
  void claimsThatAreToGrowTouchNoPod() {
    assertThat(take("claims-growing").plan().chains())
        .flatExtracting(chain -> chain.actions())
        .noneMatch(
            action ->
                action instanceof Action.DeletePod
                    || action instanceof Action.PatchPod
                    || action instanceof Action.PatchPodStatus);
  }

  /// A hook that has let go is not what the pod waits for.
  @Test
  void waitForSomethingElseIsNotBlamedOnTheHook() {
    assertThat(Sketch.show(take("preparing-update-released").plan())).doesNotContain("HookHolds");
    assertThat(Sketch.show(take("preparing-update").plan()))
        .contains("hold web-2 HookHolds[stage=PreparingUpdate, until=it loses label drain=true]");
  }

  @Test
  void statusThatLacksNewerFieldsIsCompleted() {
    var status = take("alpha").plan().status();

    assertThat(status.counts().updatedReady()).isEqualTo(3);
    assertThat(status.counts().updatedAvailable()).isEqualTo(3);
    assertThat(status.labelSelector()).isEqualTo("app=web");
  }

  @Test
  void lostCurrentRevisionIsReplacedAndTheCollisionCountKept() {
    var status = take("history").plan().status();

    assertThat(status.currentRevision()).isEqualTo("web-8d9b46f75");
    assertThat(status.collisionCount()).isEqualTo(1);
  }
}
