package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.draw.Sketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipStageTest {

  @Test
  void overlappingSelectorIsToldAndHoldsNothingUp() {
    var plan = Picture.of("replicas=1 overlapping=db", "0:v1:ready").plan();

    assertThat(Sketch.show(plan)).isEqualTo("hold web SelectorOverlap[set=db]\n");
    assertThat(plan.notices())
        .extracting(Plan.Notice::message)
        .containsExactly(
            "web and StatefulSet db select the same pods: give them labels of their own");
    assertThat(plan.status().findCondition("Ready").orElseThrow().status()).isEqualTo("True");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          orphan that matches is adopted    | replicas=2          | 0:v1:ready:orphan     | confirm web, patch web-0 ADOPT
          one question for all of them      | replicas=2          | 1:v1:ready:orphan 0:v1:ready:orphan | confirm web, patch web-0 ADOPT, patch web-1 ADOPT
          also one that is condemned        | replicas=0          | 0:v1:ready:orphan     | confirm web, patch web-0 ADOPT
          not one that terminates           | replicas=0          | 0:v1:terminating:orphan | -
          not by a set in deletion          | replicas=1 deleting | 0:v1:ready:orphan     | -
          not by a set with a faulty spec   | replicas=1 fault=x  | 0:v1:ready:orphan     | -
          history without owner comes back  | orphanRevisions     | 0:v1:ready            | confirm web, patch v1 ADOPT
          foreign pod is never touched      | replicas=0          | 0:v1:ready:other      | -
          not even a failed one             | replicas=1          | 0:v1:failed:other     | -
          not even for an update            | template=v2         | 0:v1:crash:other      | -
          pod that matches no longer is let go | replicas=0       | 0:v1:ready:stray      | patch web-0 RELEASE
          not by a set in deletion          | replicas=0 deleting | 0:v1:ready:stray      | -
          not by a set with a faulty spec   | replicas=0 fault=x  | 0:v1:ready:stray      | -
          name label comes back             | replicas=1          | 0:v1:ready:nameless   | patch web-0 IDENTITY
          also in a set of many             | replicas=1 parallel | 0:v1:crash:nameless   | patch web-0 IDENTITY
          not on a pod that goes            | replicas=1          | 0:v1:terminating:nameless | -
          not on a condemned pod            | replicas=0          | 0:v1:ready:nameless   | delete web-0 SCALE_DOWN
          not on a pod that is replaced     | replicas=1 template=v2 | 0:v1:ready:nameless | delete web-0 UPDATE
          """)
  void ownership(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          another's pod            | 0:v1:ready:other | hold web-0 NameTaken[owner=StatefulSet web]
          a pod we have let go     | 0:v1:ready:stray | hold web-0 NameTaken[owner=nobody any more, since its labels do not match the selector]
          another's pod that goes  | 0:v1:terminating:other | hold web-0 PodTerminating[pod=web-0]
          an orphan that goes      | 0:v1:terminating:orphan | hold web-0 PodTerminating[pod=web-0]
          """)
  void takenNameIsAHold(String why, String pods, String expected) {
    assertThat(Picture.of("replicas=1", pods).show().lines()).contains(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          replicas=1                   | {"apps.kubernetes.io/pod-index":"0","statefulset.kubernetes.io/pod-name":"web-0"}
          replicas=1 off=PodIndexLabel | {"statefulset.kubernetes.io/pod-name":"web-0"}
          """)
  void namelessPodGetsTheLabelsOfItsIdentity(String rules, String labels) {
    var chain = Picture.of(rules, "0:v1:ready:nameless").plan().chains().getFirst();

    assertThat(chain.actions().getFirst())
        .isInstanceOfSatisfying(
            Action.PatchPod.class,
            patch ->
                assertThat(JsonText.write(patch.body().object("metadata").object("labels")))
                    .isEqualTo(labels));
  }

  @Test
  void takenNameIsToldOnceAndStallsTheSet() {
    var plan = Picture.of("parallel replicas=2", "0:v1:ready:other").plan();

    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "NameTaken",
                "web-0 cannot be created: a pod of this name belongs to StatefulSet web"));
    assertThat(plan.status().findCondition("Stalled").orElseThrow().isTrue()).isTrue();
    assertThat(Sketch.show(plan)).startsWith("create web-1 v1\n");
  }

  @Test
  void nothingElseIsDecidedBeforeTheAdoption() {
    var plan = Picture.of("replicas=3", "0:v1:ready:orphan").plan();

    assertThat(Sketch.show(plan)).isEqualTo("confirm web > patch web-0 ADOPT\n");
    assertThat(plan.status()).isEqualTo(dev.ordinal.model.SetStatus.NONE);
  }

  @Test
  void podThatCannotBeAdoptedHoldsOnlyItself() {
    var pods = "0:v1:ready:orphan 1:v1:ready:orphan";
    var both = Picture.of("parallel replicas=3", pods);
    var one = Picture.of("parallel replicas=2", "0:v1:ready:orphan");

    assertThat(both.failed("Update", Picture.NOW.plusSeconds(9), "web-0").show())
        .isEqualTo(
            """
            confirm web > patch web-1 ADOPT
            hold web-0 RequestFailed[message=quota]
            """);
    assertThat(one.failed("Update", Picture.NOW.plusSeconds(9), "web-0").show())
        .startsWith(
            """
            create web-1 v1
            hold web-0 RequestFailed[message=quota]
            hold web-0 NameTaken[owner=nobody, and is not adopted, since its labels do not match the selector]
            """);
  }

  /// A second revision of the same template would roll every pod.
  @Test
  void historyThatCannotBeAdoptedIsWaitedFor() {
    var plan =
        Picture.of("orphanRevisions replicas=2", "0:v1:ready")
            .failed("Update", Picture.NOW.plusSeconds(9), "v1")
            .plan();

    assertThat(Sketch.show(plan)).isEqualTo("hold v1 RequestFailed[message=quota]\n");
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(9));
    assertThat(plan.status().findCondition("Ready").orElseThrow().reason())
        .isEqualTo("RequestFailed");
    assertThat(plan.status().observedGeneration()).isZero();
  }

  @Test
  void ownershipIsPinnedToTheObjectThatWasSeen() {
    assertThat(body("replicas=1", "0:v1:ready:orphan", 1))
        .isEqualTo(
            """
            {"metadata":{"ownerReferences":[{"apiVersion":"apps.kruise.io/v1beta1",\
            "blockOwnerDeletion":true,"controller":true,"kind":"StatefulSet","name":"web",\
            "uid":"set"}],"uid":"pod-0"}}""");
    assertThat(body("replicas=1", "0:v1:ready:stray", 0))
        .isEqualTo(
            """
            {"metadata":{"ownerReferences":[{"$patch":"delete","uid":"set"}],"uid":"pod-0"}}""");
    assertThat(body("replicas=1", "0:v1:ready:nameless", 0))
        .isEqualTo(
            """
            {"metadata":{"labels":{"apps.kubernetes.io/pod-index":"0",\
            "statefulset.kubernetes.io/pod-name":"web-0"},"uid":"pod-0"}}""");
  }

  private static String body(String rules, String pods, int position) {
    var actions = Picture.of(rules, pods).plan().chains().getFirst().actions();
    return actions.get(position) instanceof Action.PatchPod(_, _, Json.Obj body)
        ? JsonText.write(body)
        : "no patch";
  }
}
