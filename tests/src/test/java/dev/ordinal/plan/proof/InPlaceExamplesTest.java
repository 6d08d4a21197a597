package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Kruise's examples of updates in place, step by step, and what stands on the pod after each: all
/// of it in a shape that kruise-manager could go on from.
class InPlaceExamplesTest {
  private static final String OLD =
      "app@sha256:d2bb92ca7c6d792d8403126683c765d9803c413c0d528e8bef979c138e93a0a1";

  private static String label(Json.Obj pod, String key) {
    return pod.object("metadata").object("labels").text(key);
  }

  private static String stage(Handover handover, String pod) {
    return label(handover.pod(pod), "lifecycle.apps.kruise.io/state");
  }

  private static String image(Json.Obj pod) {
    return ((Json.Obj) pod.object("spec").items("containers").getFirst()).text("image");
  }

  private static Json.Obj condition(Json.Obj pod, String type) {
    return pod.object("status").items("conditions").stream()
        .map(Json.Obj.class::cast)
        .filter(condition -> condition.text("type").equals(type))
        .findFirst()
        .orElseThrow();
  }

  /// An annotation that holds JSON. Which container it was is our addition, and not in Kruise.
  private static String annotation(Json.Obj pod, String name) {
    var text = pod.object("metadata").object("annotations").text("apps.kruise.io/" + name);
    return text.replaceAll("\"containerID\":\"[^\"]+\",", "");
  }

  private static Handover withGrace() {
    return Handover.of(
        KruiseState.load("rolling")
            .with(
                "spec: {updateStrategy: {rollingUpdate: {inPlaceUpdateStrategy:"
                    + " {gracePeriodSeconds: 10}}}}"));
  }

  /// Decided otherwise: the time of Ready=False is written, which Kruise leaves empty.
  @Test
  void graceBeginsWithTheGateTheRevisionAndTheState() {
    var pod = withGrace().playUntil("BEGIN").pod("web-2");

    assertThat(JsonText.write(condition(pod, "InPlaceUpdateReady")))
        .isEqualTo(
            """
            {"lastProbeTime":null,"lastTransitionTime":"2026-01-01T12:00:00Z",\
            "reason":"StartInPlaceUpdate","status":"False","type":"InPlaceUpdateReady"}""");
    assertThat(JsonText.write(condition(pod, "Ready")))
        .isEqualTo(
            """
            {"lastProbeTime":null,"lastTransitionTime":"2026-01-01T12:00:00Z",\
            "reason":"ReadinessGatesNotReady","status":"False","type":"Ready"}""");
    assertThat(label(pod, "controller-revision-hash")).isEqualTo("web-556c599f76");
    assertThat(label(pod, "lifecycle.apps.kruise.io/state")).isEqualTo("Updating");
    assertThat(annotation(pod, "inplace-update-state"))
        .isEqualTo(
            """
            {"lastContainerStatuses":{},"revision":"web-556c599f76","updateImages":true,\
            "updateTimestamp":"2026-01-01T12:00:01Z"}""");
    assertThat(annotation(pod, "inplace-update-grace"))
        .isEqualTo(
            """
            {"containerImages":{"main":"app:2"},"graceSeconds":10,"revision":"web-556c599f76"}""");
    assertThat(image(pod)).isEqualTo("app:1");
  }

  @Test
  void graceEndsWithTheImageAndTheContainerThatWasThere() {
    var pod = withGrace().playUntil("UPDATE").pod("web-2");

    assertThat(image(pod)).isEqualTo("app:2");
    assertThat(annotation(pod, "inplace-update-grace")).isEmpty();
    assertThat(annotation(pod, "inplace-update-state"))
        .isEqualTo(
            """
            {"containerBatchesRecord":[{"containers":["main"],"timestamp":"2026-01-01T12:00:11Z"}],\
            "lastContainerStatuses":{"main":{"imageID":"%s"}},"revision":"web-556c599f76",\
            "updateImages":true,"updateTimestamp":"2026-01-01T12:00:01Z"}"""
                .formatted(OLD));
  }

  /// The time that closing the gate may take is added: a grace period never ends too early.
  @Test
  void updateIsOverWhenTheContainerIsAnotherAndThenTheNextPodFollows() {
    var handover = withGrace().playUntil("OPEN_GATE");

    assertThat(condition(handover.pod("web-2"), "InPlaceUpdateReady").text("status"))
        .isEqualTo("True");
    assertThat(stage(handover, "web-2")).isEqualTo("Normal");
    assertThat(handover.play())
        .containsExactly(
            "+0s check web-556c599f76",
            "+0s patch web-2 CLOSE_GATE > patch web-2 BEGIN",
            "+11s patch web-2 UPDATE",
            "+11s patch web-2 OPEN_GATE",
            "+11s patch web-1 CLOSE_GATE > patch web-1 BEGIN",
            "+22s patch web-1 UPDATE",
            "+22s patch web-1 OPEN_GATE",
            "+22s patch web-0 CLOSE_GATE > patch web-0 BEGIN",
            "+33s patch web-0 UPDATE",
            "+33s patch web-0 OPEN_GATE",
            "rest");
  }

  /// Decided otherwise: nothing restarts for a label, so that the pod stays in service.
  @Test
  void labelsChangeInOneWriteAndThePodStaysReady() {
    var handover = Handover.of(KruiseState.load("labels-only")).playUntil("UPDATE");
    var pod = handover.pod("web-2");

    assertThat(label(pod, "tier")).isEqualTo("gold");
    assertThat(label(pod, "controller-revision-hash")).isEqualTo("web-cdfd766bc");
    assertThat(condition(pod, "Ready").text("status")).isEqualTo("True");
    assertThat(condition(pod, "InPlaceUpdateReady").text("status")).isEqualTo("True");
    assertThat(stage(handover, "web-2")).isEqualTo("Normal");
    assertThat(handover.play())
        .containsExactly(
            "+0s check web-cdfd766bc",
            "+0s patch web-2 UPDATE",
            "+0s patch web-1 UPDATE",
            "+0s patch web-0 UPDATE",
            "rest");
  }

  @Test
  void firstOfTwoBatchesSaysWhatIsLeft() {
    var pod =
        Handover.of(KruiseState.load("batch"))
            .playUntil("patch web-1 CLOSE_GATE > patch web-1 UPDATE")
            .pod("web-1");

    assertThat(annotation(pod, "inplace-update-state"))
        .isEqualTo(
            """
            {"containerBatchesRecord":[{"containers":["sidecar"],\
            "timestamp":"2026-01-01T12:00:00Z"}],"lastContainerStatuses":{"sidecar":{"imageID":\
            "sidecar@sha256:76e31d001c3ae9ce0cfa00ce2cad5e2915b4f363d804e22162b4fe990ed778a4"}},\
            "nextContainerImages":{"main":"app:2"},\
            "preCheckBeforeNext":{"containersRequiredReady":["sidecar"]},\
            "revision":"web-864c598ff7","updateImages":true,\
            "updateTimestamp":"2026-01-01T12:00:00Z"}""");
    assertThat(image(pod)).isEqualTo("app:1");
  }

  @Test
  void hookIsAskedBeforeTheUpdateAndPutOnAgainAfterIt() {
    var handover = Handover.of(KruiseState.load("updated-again")).playUntil("web-1 PREPARE");
    assertThat(stage(handover, "web-1")).isEqualTo("PreparingUpdate");

    handover.change("Pod/web-1", drain("false")).playUntil("web-1 UPDATE");
    assertThat(stage(handover, "web-1")).isEqualTo("Updating");

    handover.playUntil("web-1 OPEN_GATE");
    assertThat(stage(handover, "web-1")).isEqualTo("Updated");

    handover.change("Pod/web-1", drain("true")).playUntil("web-1 SETTLE");
    assertThat(stage(handover, "web-1")).isEqualTo("Normal");
  }

  @Test
  void newTemplateWhileUpdatedPutsTheHookBackOn() {
    var state = KruiseState.load("updated");
    var newest = "spec: {template: {spec: {containers: [{name: main, image: 'app:1'}]}}}";
    var handover = Handover.of(state.with(newest)).playUntil("web-2 PREPARE");

    assertThat(stage(handover, "web-2")).isEqualTo("PreparingUpdate");
    assertThat(label(handover.pod("web-2"), "drain")).isEqualTo("true");
  }

  private static Json.Obj drain(String value) {
    return Yaml.read("metadata: {labels: {drain: '%s'}}".formatted(value));
  }

  /// One write for each pod in each plan: nothing is written twice from the same look at it.
  @Test
  void noPlanWritesAPodTwiceButForItsOneChain() {
    for (var name : List.of("rolling", "grace-over", "batch-due", "new-pod", "updated-again")) {
      var handover = Handover.of(KruiseState.load(name));
      for (var line : handover.play()) {
        var pods = List.of(line.split(", |\\+\\d+s ")).stream().map(this::target).toList();
        assertThat(pods.stream().filter(pod -> !pod.isEmpty())).doesNotHaveDuplicates();
      }
    }
  }

  private String target(String chain) {
    return chain.startsWith("patch web-") ? chain.split(" ")[1] : "";
  }
}
