package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifeStageTest {
  private static final String V2 = " template=v2 revisions=v1,v2 current=v1";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hooked pod is prepared        | parallel replicas=0 preDelete=drain  | 0:v1:ready:drain=true                    | patch web-0 PREPARE
          other value is no hook        | parallel replicas=0 preDelete=drain  | 0:v1:ready:drain=false                   | delete web-0 SCALE_DOWN
          finalizer is one too          | parallel replicas=0 preDelete=+guard | 0:v1:ready:+guard                        | patch web-0 PREPARE
          prepared and hooked waits     | parallel replicas=0 preDelete=drain  | 0:v1:ready:drain=true:PreparingDelete    | -
          prepared and let go           | parallel replicas=0 preDelete=drain  | 0:v1:ready:PreparingDelete               | delete web-0 SCALE_DOWN
          hook removed from the set     | parallel replicas=0                  | 0:v1:ready:drain=true:PreparingDelete    | delete web-0 SCALE_DOWN
          wanted again                  | parallel replicas=1 preDelete=drain  | 0:v1:ready:drain=true:PreparingDelete    | patch web-0 SETTLE
          wanted again, in order        | replicas=1 preDelete=drain           | 0:v1:ready:drain=true:PreparingDelete    | patch web-0 SETTLE
          one at a time, in order       | replicas=0 preDelete=drain           | 0:v1:ready:drain=true 1:v1:ready:drain=true | patch web-1 PREPARE
          the next one waits for it     | replicas=0 preDelete=drain           | 0:v1:ready:drain=true 1:v1:ready:drain=true:PreparingDelete | -
          and it goes when let go       | replicas=0 preDelete=drain           | 0:v1:ready:drain=true 1:v1:ready:PreparingDelete | delete web-1 SCALE_DOWN
          two prepared, left by Kruise  | replicas=0 preDelete=drain           | 0:v1:ready:PreparingDelete 1:v1:ready:PreparingDelete | delete web-1 SCALE_DOWN
          a blip undoes no preparation  | replicas=1 preDelete=drain           | 0:v1:unready 1:v1:ready:drain=true:PreparingDelete | -
          finished pod asks its hook    | parallel replicas=1 preDelete=drain  | 0:v1:failed:drain=true                   | patch web-0 PREPARE
          a set in deletion asks nobody | replicas=1 preDelete=drain deleting  | 0:v1:ready:drain=true                    | -
          """)
  void deletion(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hooked pod is prepared        | parallel                | 0:v1:ready:drain=true                       | patch web-0 PREPARE
          prepared and hooked waits     | parallel                | 0:v1:ready:drain=true:PreparingUpdate       | -
          let go it is updated          | parallel                | 0:v1:ready:PreparingUpdate                  | patch web-0 CLOSE_GATE, patch web-0 UPDATE
          let go it is updated in order |                         | 0:v1:ready:PreparingUpdate                  | patch web-0 CLOSE_GATE, patch web-0 UPDATE
          paused, and begun             | parallel paused         | 0:v1:ready:PreparingUpdate                  | patch web-0 CLOSE_GATE, patch web-0 UPDATE
          paused, and not begun         | parallel paused         | 0:v1:ready:drain=true                       | -
          paused, begun, not checked    | parallel paused unchecked | 0:v1:ready:PreparingUpdate                | check v2
          partition raised              | parallel partition=1    | 0:v1:ready:drain=true:PreparingUpdate       | patch web-0 SETTLE
          rolled back                   | parallel                | 0:v2:ready:drain=true:PreparingUpdate       | patch web-0 SETTLE
          rolled back, hook off         | parallel                | 0:v2:ready:PreparingUpdate                  | patch web-0 SETTLE
          not arrived yet               | parallel                | 0:v2:renewing:Updating                      | -
          arrived                       | parallel                | 0:v2:renewed:Updating                       | patch web-0 OPEN_GATE
          waits to be hooked again      | parallel                | 0:v2:ready:Updated                          | -
          hooked again                  | parallel                | 0:v2:ready:drain=true:Updated               | patch web-0 SETTLE
          hooked again, in order        |                         | 0:v2:ready:drain=true:Updated               | patch web-0 SETTLE
          newer template while Updated  | parallel                | 0:v1:ready:Updated                          | patch web-0 PREPARE
          condemned on the way          | parallel replicas=0     | 0:v1:ready:drain=true:PreparingUpdate       | delete web-0 SCALE_DOWN
          to be deleted, now in place   | parallel                | 0:v1:ready:PreparingDelete                  | patch web-0 SETTLE
          """)
  void update(String why, String rules, String pods, String expected) {
    var all = (rules == null ? "" : rules) + " inPlace inPlaceHook=drain" + V2;

    assertThat(Picture.of("replicas=1 " + all, pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          waits to be admitted    | replicas=2 preNormal=warm | 0:v1:ready:PreparingNormal           | -
          admitted                | replicas=2 preNormal=warm | 0:v1:ready:PreparingNormal:warm=true | patch web-0 SETTLE
          the next one follows    | replicas=2 preNormal=warm | 0:v1:ready:Normal:warm=true          | create web-1 v1
          hook removed            | replicas=1                | 0:v1:ready:PreparingNormal           | patch web-0 SETTLE
          absence is normal       | replicas=1 preNormal=warm | 0:v1:ready                           | -
          unknown word is normal  | replicas=1 preNormal=warm | 0:v1:ready:Whatever                  | -
          """)
  void admission(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  /// Kruise marks several pods at once in order; here the others do not even know yet.
  @Test
  void everyWaitForAHookIsExplained() {
    assertThat(
            Picture.of(
                    "replicas=0 preDelete=drain",
                    "0:v1:ready 1:v1:ready:drain=true:PreparingDelete")
                .show())
        .isEqualTo(
            """
            hold web-1 HookHolds[stage=PreparingDelete, until=it loses label drain=true]
            hold web-0 WaitsForPod[pod=web-1, state=being removed]
            """);
    assertThat(Picture.of("replicas=1 preNormal=warm,+ok", "0:v1:ready:PreparingNormal").show())
        .isEqualTo(
            "hold web-0 HookHolds[stage=PreparingNormal, until=it gets label warm=true, finalizer ok]\n");
  }

  @Test
  void hookKeepsNoClaimFromItsOwner() {
    var rules = "parallel replicas=0 claims=data deleteWhenScaled preDelete=drain";
    var picture = Picture.of(rules, "0:v1:ready:drain=true").claim("data-web-0", "bound");

    assertThat(picture.actions())
        .isEqualTo("patch web-0 PREPARE, confirm web, own data-web-0 +pod-0");
  }

  @Test
  void everyWaitForAnotherPodIsExplained() {
    assertThat(
            Picture.of(
                    "replicas=1 preDelete=drain",
                    "0:v1:unready 1:v1:ready:drain=true:PreparingDelete")
                .show())
        .endsWith("hold web-1 HookHolds[stage=PreparingDelete, until=it loses label drain=true]\n");
    assertThat(Picture.of("replicas=2 inPlace" + V2, "0:v1:unready 1:v2:renewing:Updating").show())
        .contains("hold web-1 PodNotAvailable[state=being updated in place]\n");
    assertThat(Picture.of("parallel inPlace" + V2, "0:v2:renewing:Updating").show())
        .isEqualTo("hold web-0 PodNotAvailable[state=being updated in place]\n");
  }

  @Test
  void markAndLabelAreOneWrite() {
    var picture = Picture.of("parallel replicas=0 preDelete=drain!", "0:v1:ready:drain=true");

    assertThat(body(picture))
        .isEqualTo(
            """
            {"metadata":{"annotations":{"lifecycle.apps.kruise.io/timestamp":"2026-01-01T12:00:00Z"},\
            "labels":{"lifecycle.apps.kruise.io/state":"PreparingDelete"},"resourceVersion":"1",\
            "uid":"pod-0"},\
            "status":{"conditions":[{"lastTransitionTime":"2026-01-01T12:00:00Z",\
            "message":"[{\\"key\\":\\"preDeleteHook\\",\\"userAgent\\":\\"Lifecycle\\"}]",\
            "status":"False","type":"KruisePodReady"},{"lastTransitionTime":"2026-01-01T12:00:00Z",\
            "reason":"ReadinessGatesNotReady","status":"False","type":"Ready"}]}}""");
  }

  /// While a new pod starts, its kubelet writes its status again and again.
  @Test
  void gateOfANewPodIsOpenedInWhateverStateItIs() {
    assertThat(body(Picture.of("replicas=1 inPlace" + V2, "0:v2:new")))
        .contains("\"uid\":\"pod-0\"")
        .doesNotContain("resourceVersion");
  }

  @ParameterizedTest
  @CsvSource({"inPlace, 0:v2:renewed", "inPlace paused, 0:v1:closed"})
  void gateOfAChangedPodIsOpenedInTheStateThatWasSeen(String rules, String pods) {
    assertThat(body(Picture.of("replicas=1 " + rules + V2, pods)))
        .contains("\"resourceVersion\":\"1\"");
  }

  /// Kruise forgets its mark on the ways straight to Normal, and the pod stays unready for good.
  @ParameterizedTest
  @CsvSource({"PreparingUpdate", "PreparingDelete", "Normal", "Updated"})
  void markIsTakenAwayOnEveryWayBack(String stage) {
    var pods = "0:v1:unready:drain=true:marked:" + stage;
    var picture = Picture.of("parallel replicas=1 inPlace inPlaceHook=drain!", pods);

    assertThat(body(picture))
        .contains(
            """
            "message":"","status":"True","type":"KruisePodReady\"""");
  }

  @Test
  void podWithoutTheGateIsNotMarkedAndSaysSo() {
    var rules = "parallel replicas=0 preDelete=drain! ungated";

    assertThat(Picture.of(rules, "0:v1:ready:drain=true").show())
        .isEqualTo("patch web-0 PREPARE\nhold web-0 GateMissing[gate=KruisePodReady]\n");
  }

  @Test
  void newPodIsMadeForItsHooks() {
    var create = Picture.of("replicas=1 preNormal=warm preDelete=drain!", "");

    assertThat(body(create))
        .contains("\"lifecycle.apps.kruise.io/state\":\"PreparingNormal\"")
        .contains("\"readinessGates\":[{\"conditionType\":\"KruisePodReady\"}]");
    assertThat(body(Picture.of("replicas=1 preDelete=drain", "")))
        .contains("\"lifecycle.apps.kruise.io/state\":\"Normal\"")
        .doesNotContain("readinessGates");
    assertThat(body(Picture.of("replicas=1", ""))).doesNotContain("lifecycle");
  }

  @Test
  void hookIsPutBackForTheNextUpdate() {
    var rules = "parallel replicas=1 inPlace inPlaceHook=drain,+guard" + V2;

    assertThat(body(Picture.of(rules, "0:v1:ready:Updated")))
        .contains("\"finalizers\":[\"guard\"],\"labels\":{\"drain\":\"true\"");
  }

  /// It serves, and the other would not come back before it is well.
  @Test
  void preparedPodMakesWayForOneThatIsDown() {
    var rules = "replicas=2 inPlace inPlaceHook=drain" + V2;

    assertThat(Picture.of(rules, "0:v1:ready:PreparingUpdate 1:v2:crash").show())
        .isEqualTo(
            """
            patch web-0 SETTLE
            hold web-1 PodNotAvailable[state=broken (CrashLoopBackOff in container main)]
            hold web-0 BudgetSpent[used=1, allowed=1]
            """);
  }

  private static String body(Picture picture) {
    return switch (picture.plan().chains().getFirst().actions().getLast()) {
      case Action.PatchPod(_, _, var body) -> JsonText.write(body);
      case Action.PatchPodStatus(_, _, var body) -> JsonText.write(body);
      case Action.CreatePod(_, _, var body) -> JsonText.write(body);
      case Action other -> throw new AssertionError("not a write to a pod: " + other);
    };
  }

  /// The gate of a new pod is set once, and the marks of others are left to them.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a new pod             | 0:v1:unready                        | {"message":"","status":"True","type":"KruisePodReady"}
          shunned by another    | 0:v1:unready:shunned                | -
          marked by us          | 0:v1:unready:marked                 | {"message":"","status":"True","type":"KruisePodReady"}
          by us and by another  | 0:v1:unready:marked:shunned         | {"message":"[{\\"key\\":\\"nightly\\",\\"userAgent\\":\\"Backup\\"}]","status":"False","type":"KruisePodReady"}
          """)
  void gateOpensWhenNobodyKeepsTrafficAway(String why, String pods, String expected) {
    var picture = Picture.of("replicas=1 preDelete=drain!", pods);
    var time = "\"lastTransitionTime\":\"2026-01-01T12:00:00Z\",";

    if (expected.equals("-")) {
      assertThat(picture.actions()).isEqualTo("-");
    } else {
      assertThat(body(picture).replace(time, ""))
          .endsWith("\"status\":{\"conditions\":[" + expected + "]}}");
    }
  }

  /// Its hook has let it go, and something else keeps it.
  @Test
  void podThatItsHookHasLetGoDoesNotWaitForIt() {
    var rules = "parallel unchecked inPlace inPlaceHook=drain" + V2;

    assertThat(Picture.of("replicas=1 " + rules, "0:v1:ready:PreparingUpdate").show())
        .isEqualTo("check v2\nhold web-0 TemplateUnchecked[revision=v2]\n");
  }
}
