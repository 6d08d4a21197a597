package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {
  private static final String UPDATE = "template=v2 revisions=v1,v2 current=v1 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          settled                         | replicas=2           | 0:v2:ready 1:v2:ready | Ready: Ready
          wants no pods                   | replicas=0           |                       | Ready: Ready
          partition reached               | replicas=2 partition=1 | 0:v1:ready 1:v2:ready | Ready: Ready
          on delete                       | replicas=1 onDelete  | 0:v1:ready            | Ready: Ready
          paused                          | replicas=1 paused    | 0:v1:ready            | Ready: Paused
          paused and unwell               | replicas=1 paused    | 0:v1:unready          | Progressing: PodNotAvailable
          paused and shrinking            | replicas=1 paused parallel | 0:v1:ready 1:v1:ready | Progressing: Paused
          first pod                       | replicas=1           |                       | Progressing: Updating
          scaling                         | replicas=1 template=v1 |                     | Progressing: Scaling
          next pod waits                  | replicas=2           |                       | Progressing: Updating
          starting                        | replicas=1           | 0:v2:starting         | Progressing: PodNotAvailable
          updating                        | replicas=1           | 0:v1:ready            | Progressing: Updating
          removing                        | replicas=0 parallel template=v1 | 0:v1:ready | Progressing: Scaling
          removed, not gone               | replicas=0 parallel  | 0:v1:terminating      | Progressing: PodTerminating
          not recorded                    | replicas=1 fault=no  | 0:v2:ready            | Stalled: InvalidSpec
          refused                         | replicas=1 refused   | 0:v1:ready            | Stalled: TemplateRefused
          taken name                      | replicas=1           | 0:v2:ready:other      | Stalled: NameTaken
          no progress                     | replicas=1 deadline=60 | 0:v2:starting       | Stalled: ProgressDeadlineExceeded
          in deletion                     | replicas=1 deleting  | 0:v2:ready            | Progressing: SetTerminating
          tidying: a name label           | replicas=1           | 0:v2:ready:nameless   | Ready: Ready
          tidying: an old revision        | replicas=1 history=0 current=v2 | 0:v2:ready | Ready: Ready
          tidying: a stray pod            | replicas=1           | 0:v2:ready 7:v2:ready:stray | Ready: Ready
          """)
  void oneWordForTheSet(String why, String rules, String pods, String expected) {
    var plan = Picture.of(UPDATE + rules, pods == null ? "" : pods).plan();
    assertThat(show(plan.status())).isEqualTo(expected);
  }

  /// Which one of the three is true, and the reason they all give.
  private static String show(SetStatus status) {
    var ours =
        status.conditions().stream()
            .filter(each -> List.of("Ready", "Progressing", "Stalled").contains(each.type()))
            .toList();
    var isTrue = ours.stream().filter(Condition::isTrue).map(Condition::type);
    var reasons = ours.stream().map(Condition::reason).distinct();
    return isTrue.collect(Collectors.joining("+")) + ": " + reasons.collect(Collectors.joining());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name label   | 0:v2:ready:nameless         | Update web-0 | hold web-0 RequestFailed[message=quota]
          old revision | 0:v2:ready                  | Delete v1    | hold v1 RequestFailed[message=quota]
          stray pod    | 0:v2:ready 7:v2:ready:stray | Update web-7 | hold web-7 RequestFailed[message=quota]
          """)
  void failedTidyingIsHeldAndTheSetStaysReady(
      String why, String pods, String failed, String expected) {
    var verb = failed.split(" ")[0];
    var target = failed.split(" ")[1];
    var plan =
        Picture.of(UPDATE + "replicas=1 history=0 current=v2", pods)
            .failed(verb, Picture.NOW.plusSeconds(9), target)
            .plan();

    assertThat(Sketch.show(plan)).contains(expected);
    assertThat(show(plan.status())).isEqualTo("Ready: Ready");
    assertThat(plan.wake()).contains(Picture.NOW.plusSeconds(9));
  }

  @Test
  void messageCountsTheWantedPodsOnly() {
    assertThat(message("replicas=1 parallel", "0:v1:ready 1:v1:ready"))
        .isEqualTo("1 of 1 pods are available");
    assertThat(message("replicas=2147483647 parallel", "0:v1:ready"))
        .isEqualTo("1 of 2147483647 pods are available");
  }

  private static String message(String rules, String pods) {
    return Picture.of(rules, pods).plan().status().findCondition("Ready").orElseThrow().message();
  }

  @Test
  void deadlineNamesThePodAndItsTrouble() {
    assertThat(message("replicas=2 deadline=60", "0:v1:ready 1:v1:pull"))
        .isEqualTo(
            "no progress for 60 s: web-1 is broken (ImagePullBackOff in container main: image image)");
  }

  @Test
  void volumeThatBeginsToGrowIsProgressAndADriverThatFailsIsNone() {
    var picture = Picture.of("replicas=1 deadline=60 grow claims=data:2Gi", "0:v1:ready");

    assertThat(show(picture.claims("data-web-0:2Gi/1Gi:resizing").plan().status()))
        .isEqualTo("Progressing: ClaimGrowing");
    assertThat(show(picture.claims("data-web-0:2Gi/1Gi:error").plan().status()))
        .isEqualTo("Stalled: ProgressDeadlineExceeded");
  }

  @Test
  void deadlineThatIsNotOverWakesThePlanner() {
    var waiting = Picture.of("replicas=1 deadline=90", "0:v1:starting").plan();
    var over = Picture.of("replicas=1 deadline=60", "0:v1:starting").plan();

    assertThat(waiting.wake()).contains(Picture.NOW.plusSeconds(30));
    assertThat(over.wake()).isEmpty();
  }

  @Test
  void stalledSetStaysStalledUntilSomethingMoves() {
    var rules = "replicas=2 deadline=60";
    var stalled = Picture.of(rules, "0:v1:ready 1:v1:starting").plan().status();

    assertThat(show(stalled)).isEqualTo("Stalled: ProgressDeadlineExceeded");
    assertThat(Picture.of(rules, "0:v1:ready 1:v1:starting").with(stalled).plan().status())
        .isEqualTo(stalled);
    assertThat(show(Picture.of(rules, "0:v1:fresh").with(stalled).plan().status()))
        .isEqualTo("Progressing: Scaling");
    assertThat(show(Picture.of(rules, "0:v1:ready 1:v1:ready").with(stalled).plan().status()))
        .isEqualTo("Ready: Ready");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          at rest before       | Ready                    | 7 | Progressing: PodNotAvailable
          paused before        | Paused                   | 7 | Progressing: PodNotAvailable
          stalled before       | ProgressDeadlineExceeded | 7 | Stalled: ProgressDeadlineExceeded
          stalled, and changed | ProgressDeadlineExceeded | 6 | Progressing: PodNotAvailable
          """)
  void clockStartsWhenTheWaitBegins(String why, String reason, long observed, String expected) {
    var since = Picture.NOW.minusSeconds(3600);
    var before = List.of(new Condition("Progressing", "False", reason, "", since));
    var status = new SetStatus(observed, Counts.ZERO, "v1", "v1", 0, "", before, List.of());

    assertThat(show(Picture.of("deadline=60", "0:v1:unready").with(status).plan().status()))
        .isEqualTo(expected);
  }

  /// Pods on a node that does not exist are collected, and created again, every 40 seconds.
  @Test
  void podThatNoNodeTakesIsNoProgress() {
    var rules = "replicas=1 deadline=90 current=v1";
    var words =
        "no progress for 90 s: web-0 is starting, but node node-1, which its template names, has not"
            + " taken it";
    var since = Picture.NOW.minusSeconds(60);
    var before = List.of(new Condition("Progressing", "True", "PodNotAvailable", "", since));
    var status = new SetStatus(7, Counts.ZERO, "v1", "v1", 0, "", before, List.of());
    var now = Picture.NOW.plusSeconds(60);

    var again = plan(Picture.of(rules, "0:v1:pinned").with(status), now);
    assertThat(show(again.status())).isEqualTo("Stalled: ProgressDeadlineExceeded");
    assertThat(again.status().findCondition("Ready").orElseThrow().message()).isEqualTo(words);

    var gone = plan(Picture.of(rules, "").with(again.status()), now);
    assertThat(Sketch.show(gone)).isEqualTo("create web-0 v1\n");
    assertThat(gone.status().findCondition("Ready").orElseThrow().message()).isEqualTo(words);

    var taken = plan(Picture.of(rules, "0:v1:bound").with(again.status()), now);
    assertThat(show(taken.status())).isEqualTo("Progressing: PodNotAvailable");
  }

  /// The same pods, created ten seconds before.
  private static Plan<SetStatus> plan(Picture picture, Instant now) {
    var seen = picture.snapshot();
    var young = seen.pods().stream().map(pod -> createdAt(pod, now.minusSeconds(10))).toList();
    return Planner.plan(seen.withPods(young).at(now));
  }

  private static PodView createdAt(PodView pod, Instant moment) {
    var old = pod.meta();
    var meta =
        new Meta(
            old.namespace(),
            old.name(),
            old.uid(),
            old.version(),
            old.generation(),
            old.labels(),
            old.annotations(),
            old.owners(),
            old.finalizers(),
            moment,
            old.deletedAt());
    return new PodView(
        meta,
        pod.phase(),
        pod.node(),
        pod.conditions(),
        pod.containers(),
        pod.initContainers(),
        pod.readinessGates(),
        pod.claims(),
        pod.inPlace(),
        pod.marks());
  }

  @Test
  void podThatIsToldToGoIsProgress() {
    var rules = "replicas=0 deadline=60";
    assertThat(show(Picture.of(rules, "0:v1:terminating").plan().status()))
        .isEqualTo("Progressing: PodTerminating");
  }

  @Test
  void failedRequestsAreShownWhileTheyFail() {
    var rules = "parallel replicas=2";
    var failing = Picture.of(rules, "0:v1:ready").failing("web-1").plan().status();
    var well = Picture.of(rules, "0:v1:ready 1:v1:ready").with(failing).plan().status();

    assertThat(failing.findCondition("FailedCreatePod"))
        .contains(
            new Condition("FailedCreatePod", "True", "FailedCreatePod", "quota", Picture.NOW));
    assertThat(failing.findCondition("FailedUpdatePod")).isEmpty();
    assertThat(well.findCondition("FailedCreatePod")).isEmpty();
  }

  @Test
  void failedPatchIsAFailedUpdate() {
    var picture = Picture.of("replicas=1", "0:v1:ready:nameless");
    var status = picture.failed("Update", Picture.NOW.plusSeconds(1), "web-0").plan().status();

    assertThat(status.findCondition("FailedUpdatePod").orElseThrow().message()).isEqualTo("quota");
    assertThat(status.findCondition("FailedCreatePod")).isEmpty();
  }

  /// What a pod waits for tells more than that others wait for the pod.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the hook      | parallel inPlaceHook=serves | 0:v1:ready:serves=true 1:v2:ready:Updated | web-1 is Updated and waits until it gets label serves=true
          in order too  | inPlaceHook=serves          | 0:v1:ready:serves=true 1:v2:ready:Updated | web-1 is Updated and waits until it gets label serves=true
          the grace     | parallel grace=10           | 0:v1:ready 1:v2:grace                     | web-1 is out of service and is updated at 2026-01-01T12:00:05Z, when its grace period ends
          the resources | parallel                    | 0:v1:ready 1:v2:deferred                  | web-1 waits for its new resources: its node has no room for them now; it gets them when there is room, or after kubectl delete pod web-1
          """)
  void causeIsTheHeadline(String why, String rules, String pods, String expected) {
    var all = "replicas=2 inPlace template=v2 revisions=v1,v2 current=v1 " + rules;
    var ready = Picture.of(all, pods).plan().status().findCondition("Ready").orElseThrow();

    assertThat(ready.message()).isEqualTo(expected);
  }

  @Test
  void refusedTemplateIsToldWhileTheUpdateIsPaused() {
    var rules = "replicas=1 paused template=v2 revisions=v1,v2 current=v1 ";

    assertThat(Picture.of(rules + "unchecked", "0:v1:ready").actions()).isEqualTo("check v2");
    assertThat(
            Picture.of(rules + "refused", "0:v1:ready")
                .plan()
                .status()
                .findCondition("Stalled")
                .orElseThrow()
                .reason())
        .isEqualTo("TemplateRefused");
  }

  /// A creation that failed and is not wanted any more, and a patch of a pod that is gone.
  @Test
  void failureThatTheRequestsOfThisPlanDoNotRepeatIsOver() {
    var picture = Picture.of("parallel replicas=2", "0:v1:ready");
    var unwanted = picture.failed("Create", Picture.NOW, "web-7").plan();
    var other = picture.failed("Update", Picture.NOW, "web-1").plan();

    assertThat(Sketch.show(unwanted)).isEqualTo("create web-1 v1\n");
    assertThat(unwanted.status().findCondition("FailedCreatePod")).isEmpty();
    assertThat(Sketch.show(other)).isEqualTo("create web-1 v1\n");
    assertThat(other.status().findCondition("FailedUpdatePod")).isEmpty();
  }

  /// When each of these was so, before now, and what follows for a deadline of 90 seconds. The pods
  /// and the revision of a picture are 60 seconds old.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a new revision is progress        | deadline=90 |               | True  | PodNotAvailable          | 3600 | Progressing: RequestFailed
          until it is old itself            | deadline=60 |               | True  | PodNotAvailable          | 3600 | Stalled: ProgressDeadlineExceeded
          the wait has just begun           | deadline=30 | 0:v1:starting | True  | PodNotAvailable          | 10   | Progressing: PodNotAvailable
          it began long ago                 | deadline=30 | 0:v1:starting | True  | PodNotAvailable          | 31   | Stalled: ProgressDeadlineExceeded
          stalled, and no younger for that  | deadline=30 | 0:v1:starting | False | ProgressDeadlineExceeded | 10   | Stalled: ProgressDeadlineExceeded
          """)
  void progressIsTheLatestChange(
      String why,
      String rules,
      String pods,
      String progressing,
      String reason,
      int age,
      String expected) {
    var since = Picture.NOW.minusSeconds(age);
    var before = List.of(new Condition("Progressing", progressing, reason, "", since));
    var status = new SetStatus(7, Counts.ZERO, "v1", "v1", 0, "", before, List.of());
    var picture = Picture.of("current=v1 " + rules, pods == null ? "" : pods).with(status);

    assertThat(show((pods == null ? picture.failing("web-0") : picture).plan().status()))
        .isEqualTo(expected);
  }

  @Test
  void eachKindOfTroubleHasItsEvent() {
    var pods = "0:v1:crash 1:v1:pull 2:v1:crash";
    var notices = Picture.of("parallel replicas=3", pods).plan().notices();

    assertThat(notices)
        .containsExactly(
            new Plan.Notice(
                "PodNotAvailable", "web-0 is broken (CrashLoopBackOff in container main)"),
            new Plan.Notice(
                "PodNotAvailable",
                "web-1 is broken (ImagePullBackOff in container main: image image)"));
  }

  private static SetStatus saying(String reason, String message) {
    var longAgo = Picture.NOW.minusSeconds(3600);
    var isTrue = reason.equals("ProgressDeadlineExceeded") ? "False" : "True";
    var before =
        List.of(
            new Condition("Ready", "False", reason, message, longAgo),
            new Condition("Progressing", isTrue, reason, message, longAgo));
    return new SetStatus(7, Counts.ZERO, "v1", "v1", 0, "", before, List.of());
  }

  private static String said(Picture picture) {
    return picture.plan().status().findCondition("Ready").orElseThrow().message();
  }

  /// The standstill is told in the words of its cause, as long as no other cause is known.
  @Test
  void standstillIsToldByItsLatestCause() {
    var rules = "replicas=1 deadline=60 current=v1";
    var words = "no progress for 60 s: web-0 fits no node";
    var stalled = saying("ProgressDeadlineExceeded", words);

    assertThat(said(Picture.of(rules, "").with(stalled))).isEqualTo(words);
    assertThat(said(Picture.of(rules, "0:v1:unready").with(stalled)))
        .isEqualTo("no progress for 60 s: web-0 is not ready (container main)");
    assertThat(said(Picture.of(rules, "").with(saying("PodNotAvailable", "web-0 fits no node"))))
        .isEqualTo("no progress for 60 s: 0 of 1 pods are available");
  }

  /// Nothing is there that has a time of its own.
  @Test
  void setWhoseFirstRevisionCannotBeRecordedStaysStalled() {
    var picture = Picture.of("replicas=1 noRevision deadline=60", "").failing("web-6466b89fb");

    assertThat(show(picture.with(saying("ProgressDeadlineExceeded", "")).plan().status()))
        .isEqualTo("Stalled: ProgressDeadlineExceeded");
    assertThat(show(picture.plan().status())).isEqualTo("Progressing: RequestFailed");
  }
}
