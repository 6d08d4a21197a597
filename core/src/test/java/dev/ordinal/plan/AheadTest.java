package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Action.CreateJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a set does to have its images pulled ahead of a rollout.
class AheadTest {
  private static final String ROLLOUT =
      "ahead inPlace parallel paused replicas=4 current=v1 template=v2 revisions=v1,v2 ";
  private static final String PODS = "0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready";

  /// The jobs are created first, so that the note proves that they existed.
  @Test
  void imagesOfARolloutArePulledAheadOnce() {
    assertThat(Picture.of(ROLLOUT, PODS).show()).startsWith("pull v2-main > patch v2 AHEAD\n");
    assertThat(Picture.of(ROLLOUT + "asked=v2", PODS).actions()).isEqualTo("-");
  }

  @Test
  void jobThatIsThereIsNotMadeAgain() {
    assertThat(Picture.of(ROLLOUT + "jobs=v2-main", PODS).actions()).isEqualTo("patch v2 AHEAD");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          worth it                       | replicas=4                     | pull v2-main, patch v2 AHEAD
          partition makes it two batches | replicas=4 max=4 partition=1   | pull v2-main, patch v2 AHEAD
          in place or not at all         | replicas=4 inPlaceOnly         | pull v2-main, patch v2 AHEAD
          a handful                      | replicas=3                     | delete web-3 SCALE_DOWN
          one batch                      | replicas=4 max=4               | -
          one batch, as a percentage     | replicas=4 max=100%            | -
          the gate is off                | replicas=4 off=PreDownloadImageForInPlaceUpdate | -
          """)
  void onlyWhatIsWorthIt(String why, String rules, String expected) {
    var base = "ahead inPlace parallel paused current=v1 template=v2 revisions=v1,v2 ";

    assertThat(Picture.of(base + rules, PODS).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pods are replaced           | ahead parallel paused replicas=4 current=v1 template=v2 revisions=v1,v2
          the user deletes pods       | ahead onDelete replicas=4 current=v1 template=v2 revisions=v1,v2
          resources need other pods   | ahead inPlace paused off=InPlaceWorkloadVerticalScaling replicas=4 current=v1@1 template=v2@2 revisions=v1@1,v2@2
          no image changes            | ahead inPlace paused replicas=4 current=v1@1 template=v1@2 revisions=v1@1,v1@2
          the template is refused     | ahead inPlace paused refused replicas=4 current=v1 template=v2 revisions=v1,v2
          """)
  void nothingToPullAhead(String why, String rules) {
    assertThat(Picture.of(rules, PODS.replace("v1", rules.contains("@") ? "v1@1" : "v1")).show())
        .doesNotContain("pull");
  }

  @Test
  void jobsGoWithTheRollout() {
    assertThat(Picture.of("ahead inPlace replicas=4 template=v1 jobs=v2-main", PODS).actions())
        .isEqualTo("drop v2-main");
    assertThat(Picture.of(ROLLOUT + "asked=v2 jobs=v0-main,v2-main", PODS).actions())
        .isEqualTo("drop v0-main");
  }

  /// The rollout is called over with the next status; until then it only looks as if it went on.
  @Test
  void nothingIsPulledWhenEachPodHasItsUpdate() {
    var pods = PODS.replace("v1", "v2");

    assertThat(Picture.of(ROLLOUT, pods).actions()).isEqualTo("-");
    assertThat(Picture.of(ROLLOUT + "asked=v2 jobs=v2-main", pods).actions())
        .isEqualTo("drop v2-main");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          enough are ready            | note.min-updated-ready-pods=1   | true
          not yet enough              | note.min-updated-ready-pods=2   | false
          a part, rounded up          | note.min-updated-ready-pods=26% | false
          a part                      | note.min-updated-ready-pods=25% | true
          the field counts first      | aheadMin=1 note.min-updated-ready-pods=9 | true
          nonsense counts as nothing  | note.min-updated-ready-pods=few | true
          """)
  void waitsForUpdatedPods(String why, String rules, boolean isPulled) {
    var pods = "0:v1:ready 1:v1:ready 2:v1:ready 3:v2:ready";

    assertThat(Picture.of(ROLLOUT + rules, pods).actions().contains("pull v2-main"))
        .isEqualTo(isPulled);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          by default       | x=                                             | 1       | 300
          by annotation    | note.parallelism=5 note.timeout-seconds=60     | 5       | 60
          not understood   | note.parallelism=50% note.timeout-seconds=soon | 1       | 300
          no time at all   | note.timeout-seconds=0                         | 1       | 300
          by field         | aheadParallelism=50% aheadTimeout=70           | "50%"   | 70
          by field first   | aheadParallelism=3 note.parallelism=5          | 3       | 300
          """)
  void wishes(String why, String rules, String parallelism, int timeout) {
    var spec = job(ROLLOUT + rules).object("spec");

    assertThat(JsonText.write(spec.find("parallelism").orElseThrow())).isEqualTo(parallelism);
    assertThat(spec.object("pullPolicy").find("timeoutSeconds")).contains(Json.of(timeout));
  }

  @Test
  void jobIsAsKruiseWritesIt() {
    assertThat(JsonText.write(job(ROLLOUT)))
        .isEqualTo(
            """
            {"apiVersion":"apps.kruise.io/v1beta1","kind":"ImagePullJob","metadata":{\
            "labels":{"app":"web","controller.kubernetes.io/hash":"hash-v2"},"name":"v2-main",\
            "namespace":"shop","ownerReferences":[{"apiVersion":"apps.kruise.io/v1beta1",\
            "blockOwnerDeletion":true,"controller":true,"kind":"StatefulSet","name":"web",\
            "uid":"set"}]},"spec":{"completionPolicy":{"ttlSecondsAfterFinished":600,\
            "type":"Always"},"image":"v2","parallelism":1,"podSelector":{"matchExpressions":[{\
            "key":"controller-revision-hash","operator":"NotIn","values":["v2","hash-v2"]}],\
            "matchLabels":{"app":"web"}},"pullPolicy":{"backoffLimit":1,"timeoutSeconds":300},\
            "pullSecrets":[],"sandboxConfig":{"annotations":{},"labels":{"app":"web",\
            "controller.kubernetes.io/hash":"hash-v2"}}}}""");
  }

  /// A job that cannot be made is tried again; the rollout does not look worse for it.
  @Test
  void rolloutGoesOnWithoutIt() {
    var plan =
        Picture.of(ROLLOUT.replace("paused ", ""), PODS)
            .failed("CreateImagePullJob", Picture.NOW.plusSeconds(9), "v2-main")
            .plan();
    var healthy = Picture.of(ROLLOUT.replace("paused ", ""), PODS).plan();

    assertThat(plan.status().counts()).isEqualTo(healthy.status().counts());
    assertThat(plan.status().conditions()).isEqualTo(healthy.status().conditions());
    assertThat(plan.holds()).contains(new Hold("v2", new HoldReason.RequestFailed("quota")));
    assertThat(plan.chains()).hasSize(healthy.chains().size() - 1);
  }

  private static Json.Obj job(String rules) {
    return Picture.of(rules, PODS).plan().chains().stream()
        .flatMap(chain -> chain.actions().stream())
        .flatMap(action -> action instanceof CreateJob(_, var body) ? List.of(body).stream() : null)
        .findFirst()
        .orElseThrow();
  }
}
