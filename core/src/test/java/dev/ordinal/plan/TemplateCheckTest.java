package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateCheckTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          asked before the first pod          | unchecked replicas=1          |                       | check v2
          asked before the first update       | unchecked replicas=1          | 0:v1:ready            | check v2
          asked once for many pods            | unchecked parallel replicas=3 | 1:v1:ready            | check v2
          asked though others are waited for  | unchecked replicas=2          | 0:v1:ready 1:v1:starting | check v2
          a pod of it is proof                | unchecked replicas=2          | 0:v1:ready 1:v2:ready | delete web-0 UPDATE
          even one that is broken             | unchecked replicas=2          | 0:v1:ready 1:v2:crash | -
          even one that is condemned          | unchecked replicas=1 parallel | 0:v1:ready 1:v2:terminating | delete web-0 UPDATE
          another's pod is none               | unchecked replicas=2 parallel | 0:v1:ready 1:v2:ready:other | check v2
          not asked below the partition       | unchecked replicas=1 partition=1 |                    | create web-0 v1
          asked while paused                  | unchecked replicas=1 paused   | 0:v1:ready            | check v2
          not asked on delete                 | unchecked replicas=1 onDelete | 0:v1:ready            | -
          not asked at rest                   | unchecked replicas=1          | 0:v2:ready            | -
          not asked to scale down             | unchecked replicas=0          | 0:v1:ready            | delete web-0 SCALE_DOWN
          accepted                            | replicas=1                    | 0:v1:ready            | delete web-0 UPDATE
          refused touches nothing             | refused replicas=2            | 0:v1:ready 1:v1:ready | -
          refused frees no broken pod         | refused replicas=1            | 0:v1:crash            | -
          refused, missing pod comes back old | refused replicas=2            | 0:v1:ready            | create web-1 v1
          refused, scale-up with the old      | refused parallel replicas=3   | 0:v1:ready            | create web-1 v1, create web-2 v1
          refused, failed pod is replaced     | refused replicas=1            | 0:v1:failed           | delete web-0 FINISHED
          refused, scale-down goes on         | refused replicas=0            | 0:v1:ready            | delete web-0 SCALE_DOWN
          refused but proven                  | refused replicas=2            | 0:v1:ready 1:v2:ready | delete web-0 UPDATE
          asked again after a while           | refusedBefore replicas=1      | 0:v1:ready            | check v2
          the old comes back meanwhile        | refusedBefore replicas=2      | 0:v1:ready            | create web-1 v1, check v2
          """)
  void update(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(UPDATE + rules, pods == null ? "" : pods).actions()).isEqualTo(expected);
  }

  /// Nothing runs that could be harmed, and the real request may know better than the dry run.
  @Test
  void firstTemplateOfASetIsTriedAllTheSame() {
    assertThat(Picture.of("refused parallel replicas=2", "").show())
        .isEqualTo(
            """
            create web-0 v1
            create web-1 v1
            hold web-0 TemplateRefused[words=no such policy]
            hold web-1 TemplateRefused[words=no such policy]
            """);
    assertThat(Picture.of("refused replicas=1", "0:v1:failed").actions())
        .isEqualTo("delete web-0 FINISHED");
  }

  /// A policy may look for the claim, which a dry run does not make.
  @Test
  void firstPodOfARefusedTemplateIsTriedWithItsClaims() {
    assertThat(Picture.of("refused replicas=1 claims=data", "").show())
        .isEqualTo(
            """
            claim data-web-0 > create web-0 v1
            hold web-0 TemplateRefused[words=no such policy]
            """);
  }

  /// The dry run is about one pod and its refusal about all of them.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Pod "web-0" is invalid: spec.hostname: Required value           | spec.hostname: Required value
          pods "web-0" is forbidden: serviceaccount "ghost" not found     | serviceaccount "ghost" not found
          pods is forbidden: User "ordinal" cannot create resource "pods" | pods is forbidden: User "ordinal" cannot create resource "pods"
          PersistentVolumeClaim "data-web-0" is invalid: spec.accessModes | PersistentVolumeClaim "data-web-0" is invalid: spec.accessModes
          admission webhook "a.b" denied the request: Pod "x" is invalid: | admission webhook "a.b" denied the request: Pod "x" is invalid:
          """)
  void refusalNamesNoOtherPod(String words, String cause) {
    var said = new Snapshot.DryRunResult("v1", true, words, Picture.NOW);

    assertThat(said.cause()).isEqualTo(cause);
  }

  /// The real request is less strict and would drop what it cannot read.
  @Test
  void malformedTemplateIsNotTried() {
    assertThat(Picture.of("refused malformed parallel replicas=2", "").show())
        .isEqualTo(
            """
            hold web-0 TemplateRefused[words=it cannot be handled as a Pod]
            hold web-1 TemplateRefused[words=it cannot be handled as a Pod]
            """);
  }

  @Test
  void uncheckedTemplateIsAHold() {
    assertThat(Picture.of("unchecked parallel replicas=2", "").show())
        .isEqualTo(
            """
            check v1
            hold web-0 TemplateUnchecked[revision=v1]
            hold web-1 TemplateUnchecked[revision=v1]
            """);
  }

  @Test
  void refusalIsToldOnceWithTheServersWords() {
    var plan = Picture.of("refused parallel replicas=3", "").plan();

    assertThat(plan.notices())
        .containsExactly(
            new Plan.Notice(
                "TemplateRefused",
                "the API server, asked every 30 s, refuses the template: no such policy"));
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(60));
  }

  /// Otherwise the set would seem to move, and the event would come again, once a minute.
  @Test
  void refusalStandsWhileTheServerIsAskedAgain() {
    var fresh = Picture.of(UPDATE + "refused replicas=1", "0:v1:ready").plan();
    var again = Picture.of(UPDATE + "refusedBefore replicas=1", "0:v1:ready").plan();

    assertThat(again.status()).isEqualTo(fresh.status());
    assertThat(again.notices()).isEqualTo(fresh.notices());
  }

  @Test
  void refusalIsTheHeadlineWhateverElseIsWaitedFor() {
    var status = Picture.of(UPDATE + "refused replicas=2", "0:v1:starting").plan().status();

    assertThat(status.findCondition("Ready").orElseThrow().reason()).isEqualTo("TemplateRefused");
    assertThat(status.findCondition("Stalled").orElseThrow().isTrue()).isTrue();
    assertThat(status.observedGeneration()).isEqualTo(7);
  }

  @Test
  void claimsAreCheckedWithThePod() {
    var plan = Picture.of("unchecked replicas=1 claims=data,log start=3", "").plan();

    assertThat(plan.chains().getFirst().actions().getFirst())
        .isInstanceOfSatisfying(
            Action.CheckTemplate.class,
            check -> {
              assertThat(check.pod().object("metadata").text("name")).isEqualTo("web-3");
              assertThat(check.claims())
                  .extracting(claim -> claim.object("metadata").text("name"))
                  .containsExactly("data-web-3", "log-web-3");
            });
  }

  /// The template has changed since.
  @Test
  void answerAboutAnOlderTemplateSaysNothing() {
    var older = new Snapshot.DryRunResult("v1", false, "", Picture.NOW);
    var findings = new Snapshot.Findings(List.of(), Optional.of(older), List.of());
    var seen = Picture.of(UPDATE + "replicas=1", "0:v1:ready").snapshot().with(findings);

    assertThat(Sketch.show(Planner.plan(seen))).startsWith("check v2\n");
  }
}
