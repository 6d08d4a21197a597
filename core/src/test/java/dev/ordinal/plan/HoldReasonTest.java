package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.life.Health;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What users read of each wait, and how urgent it is.
class HoldReasonTest {

  /// The reasons of pods that wait for themselves or for each other.
  static Stream<Arguments> pods() {
    return Stream.of(
        told(
            Severity.CONSEQUENCE,
            new HoldReason.WaitsForPod("web-1", "starting"),
            "web-0 waits for web-1, which is starting"),
        told(
            Severity.CAUSE,
            new HoldReason.ScaleDownHalted("web-1", "failed", false),
            "web-0 stays: the scale-down halts while web-1 is failed, and goes on when web-1 is"
                + " available"),
        told(
            Severity.CAUSE,
            new HoldReason.ScaleDownHalted("web-1", "failed", true),
            "web-0 stays: the scale-down halts while web-1 is failed, and goes on when web-1 is"
                + " available, or after kubectl delete pod web-1"),
        told(Severity.WAIT, new HoldReason.PodTerminating("web-0"), "web-0 is terminating"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.PodTerminating("web-1"),
            "web-0 waits for web-1 to terminate"));
  }

  /// The reasons of pods that have to stay, or cannot come yet.
  static Stream<Arguments> moves() {
    return Stream.of(
        told(
            Severity.FAILURE,
            new HoldReason.TerminationStuck("it is on no node"),
            "web-0 is terminating and still there after its grace period: it is on no node"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.BudgetSpent(1, 2),
            "web-0 waits: no more than 2 may be down at a time"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.BatchFull(500),
            "web-0 waits for its turn: 500 pods are created at a time"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.CreationsFail(5),
            "web-0 waits because 5 other creations fail"),
        told(
            Severity.FAILURE,
            new HoldReason.RequestFailed("quota"),
            "the request for web-0 failed and is repeated: quota"));
  }

  /// The reasons that lie in the set, or in other sets.
  static Stream<Arguments> sets() {
    return Stream.of(
        told(
            Severity.ALARM,
            new HoldReason.NameTaken("Pod other"),
            "web-0 cannot be created: a pod of this name belongs to Pod other"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.SelectorOverlap("other"),
            "web-0 and StatefulSet other select the same pods: give them labels of their own"),
        told(
            Severity.WAIT,
            new HoldReason.KruiseStillRuns(),
            "web-0 is written to by kruise-manager as well: stop it, or uninstall Ordinal"),
        told(
            Severity.WAIT,
            new HoldReason.Paused(),
            "web-0 is not updated: the update is paused until rollingUpdate.paused is false"),
        told(Severity.ALARM, new HoldReason.InvalidSpec("start is wrong"), "start is wrong"),
        told(Severity.WAIT, new HoldReason.SetTerminating(), "web-0 is being deleted"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.ImagePulling(2, "ErrImagePull"),
            "web-0 pulls the image, attempt 2: ErrImagePull"),
        told(
            Severity.WAIT,
            new HoldReason.SlotTaken(3),
            "web-0 waits for its turn: parallelism is 3"),
        told(
            Severity.WAIT,
            new HoldReason.NodesUnread(),
            "web-0 waits until the controller has read the nodes, or the pods on them"));
  }

  static Stream<Arguments> claims() {
    return Stream.of(
        told(
            Severity.WAIT,
            new HoldReason.ClaimTerminating("data-web-0"),
            "web-0 waits until its claim data-web-0 has been deleted"),
        told(
            Severity.WAIT,
            new HoldReason.StaleClaim("data-web-0"),
            "web-0 waits until the claim data-web-0 of its predecessor has been deleted"),
        told(
            Severity.WAIT,
            new HoldReason.ClaimGrowing("data-web-0", "growing to 2Gi"),
            "web-0 waits for its claim data-web-0, which is growing to 2Gi"),
        told(
            Severity.WAIT,
            new HoldReason.ClaimUnbound("data-web-0", "2Gi"),
            "web-0 waits for its claim data-web-0 to be bound and then to grow to 2Gi"),
        told(
            Severity.ALARM,
            new HoldReason.ClaimCannotGrow("data-web-0", "it has no StorageClass", true),
            "claim data-web-0 of web-0 cannot grow: it has no StorageClass"),
        told(
            Severity.ALARM,
            new HoldReason.ClaimDiffers("data-web-0", "StorageClass slow, not fast"),
            "claim data-web-0 of web-0 stays as it is: it has StorageClass slow, not fast"),
        told(
            Severity.ALARM,
            new HoldReason.ClaimOwnerRefused("data-web-0", "stays behind", "no right"),
            "claim data-web-0 of web-0 stays behind: the API server refuses to change its owner:"
                + " no right"),
        told(
            Severity.WAIT,
            new HoldReason.ClaimGoesWithPod("data-web-0"),
            "web-0 stays: its claim data-web-0 would be deleted with it"));
  }

  /// The reasons that a new template or an update in place has to wait for.
  static Stream<Arguments> updates() {
    return Stream.of(
        told(
            Severity.WAIT,
            new HoldReason.RevisionMissing("v2"),
            "web-0 waits for its revision v2 to be recorded"),
        told(
            Severity.WAIT,
            new HoldReason.TemplateUnchecked("v2"),
            "web-0 waits until the API server has checked revision v2 in a dry run"),
        told(
            Severity.ALARM,
            new HoldReason.TemplateRefused("no such policy"),
            "web-0 waits: the API server, asked every 30 s, refuses the template: no such policy"),
        told(
            Severity.CAUSE,
            new HoldReason.HookHolds("PreparingDelete", "it loses label drain=true"),
            "web-0 is PreparingDelete and waits until it loses label drain=true"),
        told(
            Severity.CONSEQUENCE,
            new HoldReason.GateMissing("KruisePodReady"),
            "web-0 cannot be marked not ready: it was made without the readiness gate"
                + " KruisePodReady"),
        told(
            Severity.CAUSE,
            new HoldReason.GracePeriod(Instant.parse("2026-01-01T12:00:05.5Z")),
            "web-0 is out of service and is updated at 2026-01-01T12:00:05Z, when its grace period"
                + " ends"),
        told(
            Severity.CAUSE,
            new HoldReason.ResizeDeferred(true),
            "web-0 waits for its new resources: its node is too small for them; it gets them after"
                + " kubectl delete pod web-0"),
        told(
            Severity.ALARM,
            new HoldReason.InPlaceImpossible("spec.volumes changed"),
            "web-0 cannot be updated in place, and podUpdatePolicy is InPlaceOnly: spec.volumes"
                + " changed"));
  }

  private static Arguments told(Severity severity, HoldReason reason, String sentence) {
    return Arguments.of(reason.getClass().getSimpleName(), severity, reason, sentence);
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource({"pods", "moves", "sets", "claims", "updates"})
  void everyWaitHasItsSentenceAndItsUrgency(
      String name, Severity severity, HoldReason reason, String sentence) {
    var hold = new Hold("web-0", reason);

    assertThat(hold.reasonName()).isEqualTo(name);
    assertThat(hold.sentence()).isEqualTo(sentence);
    assertThat(hold.severity()).isEqualTo(severity);
  }

  /// A pod that only starts is normal work; a broken one may need its user.
  @Test
  void brokenPodIsMoreUrgentThanOneThatStarts() {
    assertThat(notAvailable("starting").severity()).isEqualTo(Severity.WAIT);
    assertThat(notAvailable("crash").severity()).isEqualTo(Severity.FAILURE);
    assertThat(notAvailable("crash").sentence())
        .isEqualTo("web-0 is broken (CrashLoopBackOff in container main)");
  }

  private static Hold notAvailable(String state) {
    var pod = Picture.of("replicas=1", "0:v1:" + state).snapshot().pods().getFirst();
    return new Hold("web-0", new HoldReason.PodNotAvailable(Health.state(pod)));
  }

  @Test
  void onlyFailuresAndAlarmsMayNeedAUser() {
    assertThat(Stream.of(Severity.values()).filter(Severity::needsAction))
        .containsExactly(Severity.FAILURE, Severity.ALARM);
  }
}
