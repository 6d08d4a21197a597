package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeStageTest {
  private static final String GROW = "replicas=3 grow claims=data:2Gi ";
  private static final String READY = "0:v1:ready 1:v1:ready 2:v1:ready";
  private static final String SMALL = "data-web-0:1Gi data-web-1:1Gi data-web-2:1Gi";

  @Test
  void claimsGrowInTheOrderOfTheUpdateAndWithinItsBudget() {
    assertThat(Picture.of(GROW, READY).claims(SMALL).show())
        .isEqualTo(
            """
            grow data-web-2 2Gi
            hold web-2 ClaimGrowing[claim=data-web-2, state=growing to 2Gi]
            hold web-1 BudgetSpent[used=1, allowed=1]
            hold web-0 BudgetSpent[used=1, allowed=1]
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two at a time                  | max=2          | 1Gi 1Gi 1Gi             | grow data-web-2 2Gi, grow data-web-1 2Gi
          so in parallel                 | max=2 parallel | 1Gi 1Gi 1Gi             | grow data-web-2 2Gi, grow data-web-1 2Gi
          one that grows counts          | max=1          | 1Gi 1Gi 2Gi/1Gi         | -
          so in parallel                 | max=1 parallel | 1Gi 1Gi 2Gi/1Gi         | -
          wherever it is                 | max=1          | 2Gi/1Gi 1Gi 1Gi         | -
          one of two that grow           | max=2          | 1Gi 1Gi 2Gi/1Gi         | grow data-web-1 2Gi
          so in parallel                 | max=2 parallel | 1Gi 1Gi 2Gi/1Gi         | grow data-web-1 2Gi
          grown ones do not count        | max=1          | 1Gi 1Gi 2Gi             | grow data-web-1 2Gi
          nor if the file system lags    | max=1          | 1Gi 1Gi 2Gi/1Gi:pending | grow data-web-1 2Gi
          partition protects low ones    | partition=2    | 1Gi 1Gi 2Gi             | -
          and not high ones              | partition=2    | 1Gi 1Gi 1Gi             | grow data-web-2 2Gi
          all grown                      | max=1          | 2Gi 2Gi 2Gi             | -
          claims never shrink            | max=1          | 3Gi 3Gi 3Gi             | -
          paused                         | paused         | 1Gi 1Gi 1Gi             | -
          update strategy OnDelete       | onDelete       | 1Gi 1Gi 1Gi             | -
          gate is off                    | off=StatefulSetAutoResizePVCGate  | 1Gi 1Gi 1Gi             | -
          claim that goes                | max=1          | 1Gi 1Gi 1Gi:terminating | grow data-web-1 2Gi
          """)
  void growth(String why, String rules, String sizes, String expected) {
    assertThat(Picture.of(GROW + rules, READY).claims(claims(sizes)).actions()).isEqualTo(expected);
  }

  @Test
  void withClaimUpdateOnDeleteExistingClaimsAreLeftAlone() {
    var picture = Picture.of("replicas=3 claims=data:2Gi", READY).claims(SMALL);
    assertThat(picture.plan().isAtRest()).isTrue();
  }

  @Test
  void pausedGrowthSaysSo() {
    assertThat(Picture.of(GROW + "paused", READY).claims(claims("2Gi 1Gi 2Gi/1Gi")).show())
        .isEqualTo("hold web-2 Paused[]\nhold web-1 Paused[]\n");
  }

  @Test
  void setIsNotReadyWhileAClaimGrows() {
    var status = Picture.of(GROW, READY).claims(claims("2Gi 2Gi 2Gi/1Gi")).plan().status();
    var ready = status.findCondition("Ready").orElseThrow();

    assertThat(ready.status()).isEqualTo("False");
    assertThat(ready.message())
        .isEqualTo("web-2 waits for its claim data-web-2, which is growing to 2Gi");
    assertThat(status.findCondition("Progressing").orElseThrow().status()).isEqualTo("True");
  }

  @Test
  void setIsReadyOnceTheVolumesHaveGrownThoughFileSystemsFollow() {
    var plan = Picture.of(GROW, READY).claims(claims("2Gi 2Gi 2Gi/1Gi:pending")).plan();
    assertThat(plan.isAtRest()).isTrue();
  }

  @Test
  void driverThatCannotGrowTheVolumeIsNamed() {
    assertThat(Picture.of(GROW, READY).claims(claims("2Gi 2Gi 2Gi/1Gi:error")).show())
        .isEqualTo(
            """
            hold web-2 ClaimGrowing[claim=data-web-2, state=growing to 2Gi (ControllerResizeError)]
            """);
  }

  @Test
  void patchIsPinnedToWhatWasSeenAndLeavesTheRest() {
    var action =
        (Action.GrowClaim)
            Picture.of(GROW, READY).claims(SMALL).plan().chains().getFirst().actions().getFirst();

    assertThat(action.pod()).isEqualTo("web-2");
    assertThat(JsonText.write(action.body()))
        .isEqualTo(
            """
            {"metadata":{"annotations":{"apps.kruise.io/owned-by-asts":"web"},\
            "resourceVersion":"1","uid":"uid-data-web-2"},\
            "spec":{"resources":{"requests":{"storage":"2Gi"}}}}""");
  }

  @Test
  void refusedGrowthWaitsForItsPause() {
    var refused = Picture.NOW.plusSeconds(10);

    assertThat(
            Picture.of(GROW, READY)
                .claims(claims("2Gi 2Gi 1Gi"))
                .failed("Resize", refused, "data-web-2")
                .show())
        .isEqualTo("hold data-web-2 RequestFailed[message=quota]\n");
  }

  @Test
  void everyClaimOfAPodGrowsAtOnce() {
    var rules = "replicas=1 grow claims=data:2Gi,log:5Gi";
    assertThat(Picture.of(rules, "0:v1:ready").claims("data-web-0:1Gi log-web-0:1Gi").actions())
        .isEqualTo("grow data-web-0 2Gi, grow log-web-0 5Gi");
    assertThat(Picture.of(rules, "0:v1:ready").claims("data-web-0:2Gi/1Gi log-web-0:1Gi").actions())
        .isEqualTo("grow log-web-0 5Gi");
  }

  /// The update of the pod itself comes after its claims.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claim first                      |                  | 1Gi 1Gi 1Gi                  | grow data-web-2 2Gi
          while it grows the pod waits     |                  | 1Gi 1Gi 2Gi/1Gi              | -
          then the pod                     |                  | 1Gi 1Gi 2Gi                  | delete web-2 UPDATE
          or when the file system waits    |                  | 1Gi 1Gi 2Gi/1Gi:pending      | delete web-2 UPDATE
          pods of grown claims go together | max=2            | 1Gi 2Gi 2Gi                  | delete web-2 UPDATE, delete web-1 UPDATE
          one grows, the other is done     | max=2            | 1Gi 2Gi 2Gi/1Gi              | delete web-1 UPDATE
          claim first, in place            | inPlace          | 1Gi 1Gi 1Gi                  | grow data-web-2 2Gi
          while it grows, in place         | inPlace          | 1Gi 1Gi 2Gi/1Gi              | -
          then the pod, in place           | inPlace          | 1Gi 1Gi 2Gi                  | patch web-2 CLOSE_GATE, patch web-2 UPDATE
          claim first, in parallel         | parallel         | 1Gi 1Gi 1Gi                  | grow data-web-2 2Gi
          while it grows, in parallel      | parallel         | 1Gi 1Gi 2Gi/1Gi              | -
          then the pod, in parallel        | parallel         | 1Gi 1Gi 2Gi                  | delete web-2 UPDATE
          class forbids it: the pod goes   |                  | 1Gi 1Gi 1Gi:class=slow       | delete web-2 UPDATE
          other mode: the pod goes         |                  | 1Gi 1Gi 1Gi:mode=RWX         | delete web-2 UPDATE
          not bound: the pod goes          |                  | 1Gi 1Gi 1Gi:unbound          | delete web-2 UPDATE
          refused template: nothing        | refused          | 1Gi 1Gi 1Gi                  | -
          unchecked template: nothing      | unchecked        | 1Gi 1Gi 1Gi                  | check v2
          """)
  void growthBeforeUpdate(String why, String rules, String sizes, String expected) {
    var update = "template=v2 revisions=v1,v2 current=v1 " + (rules == null ? "" : rules);
    assertThat(Picture.of(GROW + update, READY).claims(claims(sizes)).actions())
        .isEqualTo(expected);
  }

  /// A full volume may be why a pod is down; growing it costs no availability.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pod in a crash loop             | max=1          | 0:v1:ready 1:v1:crash 2:v1:ready    | grow data-web-1 2Gi
          so in parallel                  | max=1 parallel | 0:v1:ready 1:v1:crash 2:v1:ready    | grow data-web-1 2Gi
          several, in parallel            | max=1 parallel | 0:v1:crash 1:v1:crash 2:v1:ready    | grow data-web-1 2Gi, grow data-web-0 2Gi
          several, in order               | max=1          | 0:v1:crash 1:v1:crash 2:v1:ready    | grow data-web-0 2Gi, grow data-web-1 2Gi
          pod that goes is waited for     | max=1          | 0:v1:ready 1:v1:ready 2:v1:terminating | -
          so in parallel                  | max=1 parallel | 0:v1:ready 1:v1:ready 2:v1:terminating | -
          """)
  void growthOfPodsThatAreDown(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(GROW + rules, pods).claims(SMALL).actions()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          slow class     | data:2Gi          | 1Gi:class=slow | ClaimCannotGrow | claim data-web-0 of web-0 cannot grow: StorageClass slow has no allowVolumeExpansion: true
          missing class  | data:2Gi          | 1Gi:class=gold | ClaimCannotGrow | claim data-web-0 of web-0 cannot grow: StorageClass gold does not exist
          no class       | data:2Gi          | 1Gi:class=     | ClaimCannotGrow | claim data-web-0 of web-0 cannot grow: it has no StorageClass
          no size        | data:2GB          | 1Gi            | ClaimCannotGrow | claim data-web-0 of web-0 cannot grow: 2GB is no size: write for example 10Gi
          other class    | data:2Gi:slow     | 1Gi            | ClaimDiffers    | claim data-web-0 of web-0 stays as it is: it has StorageClass fast, not slow
          and no volume  | data:2Gi:slow     | 1Gi:unbound    | ClaimDiffers    | claim data-web-0 of web-0 stays as it is: it has StorageClass fast, not slow; it has no volume yet, so kubectl delete pvc data-web-0 makes room for a new one
          and a lost one | data:2Gi:slow     | 1Gi:lost       | ClaimDiffers    | claim data-web-0 of web-0 stays as it is: it has StorageClass fast, not slow
          other mode     | data:2Gi:fast:RWX | 1Gi:mode=RWO   | ClaimDiffers    | claim data-web-0 of web-0 stays as it is: it has accessModes [RWO], not [RWX]
          """)
  void whatCannotBeIsSaidAndTheSetIsStalled(
      String why, String template, String claim, String reason, String message) {
    var rules = "replicas=1 grow claims=" + template;
    var plan = Picture.of(rules, "0:v1:ready").claims("data-web-0:" + claim).plan();
    var stalled = plan.status().findCondition("Stalled").orElseThrow();

    assertThat(plan.chains()).isEmpty();
    assertThat(stalled.status()).isEqualTo("True");
    assertThat(stalled.reason()).isEqualTo(reason);
    assertThat(stalled.message()).isEqualTo(message);
  }

  @Test
  void hiddenClassesAreNamedAsTheReason() {
    var rules = "replicas=1 grow hiddenClasses claims=data:2Gi";
    assertThat(Picture.of(rules, "0:v1:ready").claims("data-web-0:1Gi").show())
        .isEqualTo(
            """
            hold web-0 ClaimCannotGrow[claim=data-web-0, because=StorageClass fast is not known: \
            the controller may not read StorageClasses, isKnown=false]
            """);
  }

  @Test
  void unboundClaimIsWaitedFor() {
    var rules = "replicas=1 grow claims=data:2Gi";
    assertThat(Picture.of(rules, "0:v1:ready").claims("data-web-0:1Gi:unbound").show())
        .isEqualTo("hold web-0 ClaimUnbound[claim=data-web-0, size=2Gi]\n");
  }

  @Test
  void oneEventTellsOfAllClaimsThatCannotGrow() {
    var slow = "1Gi:class=slow 1Gi:class=slow 1Gi:class=slow";
    var plan = Picture.of(GROW, READY).claims(claims(slow)).plan();

    assertThat(plan.holds()).hasSize(3);
    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "ClaimCannotGrow",
                "claims of template data cannot grow to 2Gi: StorageClass slow has no"
                    + " allowVolumeExpansion: true"));
  }

  @Test
  void claimThatCannotGrowStopsNoOther() {
    assertThat(Picture.of(GROW, READY).claims(claims("1Gi 1Gi 1Gi:class=slow")).actions())
        .isEqualTo("grow data-web-1 2Gi");
    var rules = "replicas=1 grow claims=data:2Gi,log:2Gi";
    var pod = Picture.of(rules, "0:v1:ready");
    assertThat(pod.claims("data-web-0:1Gi:class=slow log-web-0:1Gi").actions())
        .isEqualTo("grow log-web-0 2Gi");
  }

  /// Pod 0 and pod 1, their claims, and what is done.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          prepared for its update, it stays so | template=v2 revisions=v1,v2 inPlace inPlaceHook=drain parallel | 0:v1:ready:drain=true:PreparingUpdate 1:v2:ready | 1Gi 2Gi     | grow data-web-0 2Gi
          updated, it goes back to normal      | template=v2 revisions=v1,v2 inPlace inPlaceHook=drain parallel | 0:v2:ready:drain=true:PreparingUpdate 1:v2:ready | 1Gi 2Gi     | grow data-web-0 2Gi, patch web-0 SETTLE
          deletion waits for growth elsewhere  | max=1                                                          | 0:v1:ready:specified 1:v1:ready                  | 2Gi 2Gi/1Gi | -
          and not for its own                  | max=1                                                          | 0:v1:ready:specified 1:v1:ready                  | 2Gi/1Gi 2Gi | delete web-0 SPECIFIED
          priority decides                     | parallel weights=zone:a:50                                     | 0:v1:ready:zone=a 1:v1:ready                     | 1Gi 1Gi     | grow data-web-0 2Gi
          and who is protected                 | parallel weights=zone:a:50 partition=1                         | 0:v1:ready:zone=a 1:v1:ready                     | 2Gi 1Gi     | -
          """)
  void growthMeetsOtherRules(String why, String rules, String pods, String sizes, String expected) {
    var picture = Picture.of("replicas=2 grow claims=data:2Gi " + rules, pods);
    assertThat(picture.claims(claims(sizes)).actions()).isEqualTo(expected);
  }

  @Test
  void statusCountsClaimsThatHaveComeToTheirTemplate() {
    var rules = "replicas=3 claims=data:2Gi,log:1Gi";
    var claims =
        claims("2Gi 1Gi 2Gi/1Gi") + " log-web-0:1Gi log-web-1:5Gi:terminating log-web-9:1Gi";

    assertThat(Picture.of(rules, READY).claims(claims).plan().status().volumeClaims())
        .containsExactly(new ClaimStatus("data", 2, 1), new ClaimStatus("log", 1, 1));
  }

  @Test
  void statusDoesNotCountClaimsOfOtherKinds() {
    var rules = "replicas=3 claims=data:1Gi:fast:RWO";
    var claims = claims("1Gi:mode=RWO 1Gi:mode=RWX 1Gi:mode=RWO:class=slow");

    assertThat(Picture.of(rules, READY).claims(claims).plan().status().volumeClaims())
        .containsExactly(new ClaimStatus("data", 1, 1));
  }

  /// The claims of web-0, web-1 and so on, by what follows their names.
  private static String claims(String sizes) {
    var words = sizes.split(" ");
    var claims = new StringBuilder();
    for (var i = 0; i < words.length; i++) {
      claims.append(" data-web-").append(i).append(':').append(words[i]);
    }
    return claims.toString().strip();
  }
}
