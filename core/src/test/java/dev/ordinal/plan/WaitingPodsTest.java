package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every wanted pod that is not available has a hold, which tells what ends the wait.
class WaitingPodsTest {

  @Test
  void podsAboveTheOneThatAllWaitForHaveHoldsOfTheirOwn() {
    var pods = "0:v1:ready 1:v1:unready 2:v1:crash 3:v1:terminating 4:v1:failed 5:v1:ready";

    assertThat(Picture.of("replicas=7", pods).show())
        .isEqualTo(
            """
            hold web-1 PodNotAvailable[state=not ready (container main)]
            hold web-2 PodNotAvailable[state=broken (CrashLoopBackOff in container main)]
            hold web-3 PodTerminating[pod=web-3]
            hold web-4 WaitsForPod[pod=web-1, state=not ready (container main)]
            hold web-6 WaitsForPod[pod=web-1, state=not ready (container main)]
            """);
  }

  /// What is broken further up is the cause to show, not the first pod, which may still come.
  @Test
  void brokenPodAboveIsTheHeadline() {
    var plan = Picture.of("replicas=2", "0:v1:starting 1:v1:crash").plan();

    assertThat(plan.status().findCondition("Ready").orElseThrow().message())
        .isEqualTo("web-1 is broken (CrashLoopBackOff in container main)");
  }

  @Test
  void podWithoutAnyContainerTellsWhereItsEventsAre() {
    assertThat(Picture.of("replicas=1", "0:v1:creating").show())
        .isEqualTo(
            """
            hold web-0 PodNotAvailable[state=starting; no container has started since 2026-01-01T11:59:00Z, kubectl describe pod web-0 shows why]
            """);
  }

  /// Containers take a moment to be created. No event comes when that moment is over.
  @Test
  void podThatWasJustCreatedIsStarting() {
    var created = Picture.NOW.minusSeconds(60);
    var plan = Planner.plan(at(created.plusSeconds(29), "0:v1:creating"));

    assertThat(Sketch.show(plan)).isEqualTo("hold web-0 PodNotAvailable[state=starting]\n");
    assertThat(plan.wake()).contains(created.plusSeconds(30));
    assertThat(Sketch.show(Planner.plan(at(created.plusSeconds(30), "0:v1:creating"))))
        .contains("kubectl describe pod web-0");
  }

  private static Snapshot at(Instant now, String pods) {
    var seen = Picture.of("replicas=1", pods).snapshot();
    return seen.at(now);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class of the template  | data:1Gi:nope | data-web-0:1Gi:unbound:class=nope | ; claim data-web-0 waits for StorageClass nope, which does not exist: create it, or write another one in volumeClaimTemplates and then kubectl delete pvc data-web-0
          corrected template     | data:1Gi:fast | data-web-0:1Gi:unbound:class=nope | ; claim data-web-0 waits for StorageClass nope, which does not exist: kubectl delete pvc data-web-0 makes room for one of StorageClass fast
          class by default       | data:1Gi      | data-web-0:1Gi:unbound:class=nope | ; claim data-web-0 waits for StorageClass nope, which does not exist: kubectl delete pvc data-web-0 makes room for one of the default StorageClass
          class that exists      | data:1Gi:fast | data-web-0:1Gi:unbound | ''
          bound, class deleted   | data:1Gi:nope | data-web-0:1Gi:class=nope | ''
          """)
  void claimWithoutItsStorageClassIsNamed(
      String why, String template, String claim, String advice) {
    assertThat(Picture.of("claims=" + template, "0:v1:nowhere").claims(claim).show())
        .isEqualTo("hold web-0 PodNotAvailable[state=unschedulable%s]\n".formatted(advice));
  }

  /// A correction does not reach a pod that the user keeps as it is: the message tells what does.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          on delete            | onDelete replicas=1             | 0:v1:crash   | broken (CrashLoopBackOff in container main); it gets the new template after kubectl delete pod web-0
          paused               | paused replicas=1               | 0:v1:crash   | broken (CrashLoopBackOff in container main); it gets the new template when the update is no longer paused, or after kubectl delete pod web-0
          paused, in parallel  | paused parallel replicas=1      | 0:v1:unready | not ready (container main); it gets the new template when the update is no longer paused, or after kubectl delete pod web-0
          below the partition  | partition=1 parallel replicas=1 | 0:v1:crash   | broken (CrashLoopBackOff in container main); partition 1 keeps its template
          both                 | paused partition=1 replicas=1   | 0:v1:crash   | broken (CrashLoopBackOff in container main); partition 1 keeps its template
          newest already       | onDelete replicas=1             | 0:v2:crash   | broken (CrashLoopBackOff in container main)
          only young           | onDelete replicas=1 minReady=10 | 0:v1:fresh   | ready but not yet for minReadySeconds; it is available at 2026-01-01T12:00:10Z, after 10 s
          refused              | refused onDelete replicas=1     | 0:v1:crash   | broken (CrashLoopBackOff in container main)
          """)
  void brokenPodThatIsKept(String why, String rules, String pods, String expected) {
    var update = "template=v2 revisions=v1,v2 current=v1 ";

    assertThat(Picture.of(update + rules, pods).show().lines())
        .contains("hold web-0 PodNotAvailable[state=" + expected + "]");
  }

  @Test
  void classesThatCannotBeReadAreNotCalledMissing() {
    var rules = "hiddenClasses claims=data:1Gi:nope";

    assertThat(Picture.of(rules, "0:v1:nowhere").claims("data-web-0:1Gi:unbound:class=nope").show())
        .isEqualTo("hold web-0 PodNotAvailable[state=unschedulable]\n");
  }

  /// What is wrong with it is known: its events say no more.
  @Test
  void brokenPodNeedsNoAdviceToLookAtItsEvents() {
    var seen = at(Picture.NOW, "0:v1:creating");
    var broken =
        new PodCopy(seen.pods().getFirst()).containers("main:waiting=ImagePullBackOff").pod();

    assertThat(Sketch.show(Planner.plan(seen.withPods(List.of(broken)))))
        .isEqualTo(
            """
            hold web-0 PodNotAvailable[state=broken (ImagePullBackOff in container main: image app)]
            """);
  }
}
