package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `Ready` says first: the cause, not what follows from it.
class HeadlineTest {
  private static final String CANARY = "template=v2 revisions=v1,v2 current=v1 ";

  private static String headline(Picture picture) {
    var ready = picture.plan().status().findCondition("Ready").orElseThrow();
    return ready.reason() + ": " + ready.message();
  }

  @Test
  void refusedCreationIsTheCauseAlsoWhileItIsTriedAgain() {
    var picture = Picture.of("replicas=4", "0:v1:ready");

    assertThat(headline(picture.failing("web-1")))
        .isEqualTo("RequestFailed: the request for web-1 failed and is repeated: quota");
    assertThat(headline(picture.failed("Create", Picture.NOW, "web-1")))
        .isEqualTo("RequestFailed: the request for web-1 failed and is repeated: quota");
  }

  @Test
  void podThatIsBeingCreatedIsMovementAndNoWait() {
    assertThat(headline(Picture.of("replicas=3", "0:v1:ready")))
        .isEqualTo("Scaling: 1 of 3 pods are available");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          begins          | 0:v1:ready 1:v1:ready 2:v1:ready | Updating: 0 of 3 pods are updated, 3 are available
          goes on         | 0:v1:ready 1:v1:ready 2:v2:ready | Updating: 1 of 3 pods are updated, 3 are available
          """)
  void updateCountsWhatIsUpdated(String why, String pods, String expected) {
    assertThat(headline(Picture.of(CANARY + "replicas=3", pods))).isEqualTo(expected);
  }

  /// As in `status.holds`.
  @Test
  void lowestOrdinalComesFirstAmongEquals() {
    var rules = "inPlaceOnly template=v2 revisions=v1@1,v2 current=v1@1 replicas=2 max=2";
    var plan = Picture.of(rules, "0:v1@1:ready 1:v1@1:ready").plan();
    var first = plan.status().holds().getFirst();

    assertThat(first.name()).isEqualTo("web-0");
    assertThat(plan.status().findCondition("Ready").orElseThrow().message())
        .isEqualTo(first.message());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          broken before starting   | parallel replicas=2           | 0:v1:starting 1:v1:crash | PodNotAvailable: web-1 is broken (CrashLoopBackOff in container main)
          starting, if none is     | parallel replicas=2           | 0:v1:starting 1:v1:ready | PodNotAvailable: web-0 is starting
          claim before its waiters | replicas=3 claims=data        | 0:v1:ready               | ClaimTerminating: web-1 waits until its claim data-web-1 has been deleted
          """)
  void causeComesFirst(String why, String rules, String pods, String expected) {
    assertThat(headline(Picture.of(rules, pods).claims("data-web-1:1Gi:terminating")))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          partition         | partition=2         | 0:v1:ready 1:v1:ready 2:v2:ready | Ready: 3 of 3 pods are available; 2 kept at v1 by partition 2
          two old revisions | partition=2         | 0:v0:ready 1:v1:ready 2:v2:ready | Ready: 3 of 3 pods are available; 2 kept at older revisions by partition 2
          paused            | paused              | 0:v1:ready 1:v1:ready 2:v2:ready | Paused: 3 of 3 pods are available; 2 kept at v1 while the update is paused
          on delete         | onDelete            | 0:v1:ready 1:v1:ready 2:v2:ready | Ready: 3 of 3 pods are available; 2 at v1 until they are deleted
          on delete, one    | onDelete            | 0:v1:ready 1:v2:ready 2:v2:ready | Ready: 3 of 3 pods are available; 1 at v1 until it is deleted
          all are new       | partition=2         | 0:v2:ready 1:v2:ready 2:v2:ready | Ready: 3 of 3 pods are available
          """)
  void keptPodsAreCounted(String why, String rules, String pods, String expected) {
    assertThat(headline(Picture.of(CANARY + "replicas=3 " + rules, pods))).isEqualTo(expected);
  }

  @Test
  void minReadySecondsAreNoStandstill() {
    var rules = "replicas=1 deadline=60 minReady=7200 ";

    assertThat(headline(Picture.of(rules, "0:v1:ready")))
        .isEqualTo(
            "PodNotAvailable: web-0 is ready but not yet for minReadySeconds; it is available at"
                + " 2026-01-01T13:00:00Z, after 7200 s");
    assertThat(headline(Picture.of(rules, "0:v1:starting")))
        .isEqualTo("ProgressDeadlineExceeded: no progress for 60 s: web-0 is starting");
  }

  @Test
  void standstillAndBrokenPodsAreToldOnceForEachCause() {
    var stalled = Picture.of("replicas=1 deadline=60", "0:v1:starting").plan();
    var broken = Picture.of("parallel replicas=2 deadline=90", "0:v1:crash 1:v1:crash").plan();

    assertThat(stalled.notices())
        .containsExactly(
            new Plan.Notice("ProgressDeadlineExceeded", "no progress for 60 s: web-0 is starting"));
    assertThat(broken.notices())
        .containsExactly(
            new Plan.Notice(
                "PodNotAvailable", "web-0 is broken (CrashLoopBackOff in container main)"));
  }

  @Test
  void claimThatIsDeletedUnderARunningPodIsToldBeforeTheRestart() {
    var picture = Picture.of("replicas=2 claims=data", "0:v1:ready 1:v1:ready");
    var condition =
        picture
            .claims("data-web-0:1Gi data-web-1:1Gi:terminating")
            .plan()
            .status()
            .findCondition("ClaimsDiffer");

    assertThat(condition)
        .contains(
            new Condition(
                "ClaimsDiffer",
                "True",
                "ClaimTerminating",
                "claim data-web-1 is being deleted: web-1 gets a new, empty volume when it is"
                    + " replaced",
                Picture.NOW));
    assertThat(
            picture
                .claims("data-web-0:1Gi data-web-1:1Gi")
                .plan()
                .status()
                .findCondition("ClaimsDiffer"))
        .isEmpty();
  }

  @Test
  void oneEventTellsOfClaimsThatAreDeletedUnderTheirPods() {
    var rules = "replicas=2 claims=data";
    var pods = "0:v1:ready 1:v1:ready";
    var claims = "data-web-0:1Gi:terminating data-web-1:1Gi:terminating";
    var warning =
        new Plan.Notice(
            "ClaimTerminating",
            "claim data-web-0 is being deleted: web-0 gets a new, empty volume when it is replaced");

    assertThat(Picture.of(rules, pods).claims(claims).plan().notices()).containsExactly(warning);
    assertThat(Picture.of(rules + " deleting", pods).claims(claims).plan().notices()).isEmpty();
  }

  @Test
  void claimTemplateThatAsksForLessIsTold() {
    var condition =
        Picture.of("replicas=2 claims=data:1Gi", "0:v1:ready 1:v1:ready")
            .claims("data-web-0:2Gi data-web-1:2Gi")
            .plan()
            .status()
            .findCondition("ClaimsDiffer")
            .orElseThrow();

    assertThat(condition.reason()).isEqualTo("ClaimLarger");
    assertThat(condition.message())
        .isEqualTo(
            "claim data-web-0 has 2Gi and its template asks for 1Gi: a claim never shrinks, web-0"
                + " keeps it when it is replaced; and 1 more");
  }
}
