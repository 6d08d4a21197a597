package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.HeadlineLog.Line;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlineLogTest {
  private final HeadlineLog log = new HeadlineLog();

  private Optional<Line> line(String rules, String pods) {
    var seen = Picture.of(rules, pods).snapshot();
    return log.line(seen.set(), Planner.plan(seen));
  }

  @Test
  void changeIsLoggedOnce() {
    assertThat(line("replicas=2", "0:v1:starting"))
        .contains(new Line(false, "PodNotAvailable: web-0 is starting"));
    assertThat(line("replicas=2", "0:v1:starting")).isEmpty();
    assertThat(line("replicas=2", "0:v1:ready")).isEmpty();
    assertThat(line("replicas=2", "0:v1:ready 1:v1:starting"))
        .contains(new Line(false, "PodNotAvailable: web-1 is starting"));
    assertThat(line("replicas=2", "0:v1:ready 1:v1:starting")).isEmpty();
    assertThat(line("replicas=2", "0:v1:ready 1:v1:crash"))
        .contains(
            new Line(
                true, "PodNotAvailable: web-1 is broken (CrashLoopBackOff in container main)"));
    assertThat(line("replicas=2", "0:v1:ready 1:v1:ready"))
        .contains(new Line(false, "Ready: 2 of 2 pods are available"));
  }

  /// Two causes that take turns do not fill the log; when the set was ready they are news again.
  @Test
  void headlinesThatAlternateAreLoggedOnceEach() {
    assertThat(line("replicas=1", "0:v1:starting")).isPresent();
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
    assertThat(line("replicas=1", "0:v1:starting")).isEmpty();
    assertThat(line("replicas=1", "0:v1:crash")).isEmpty();
    assertThat(line("replicas=1", "0:v1:pull")).isPresent();
    assertThat(line("replicas=1", "0:v1:ready")).isPresent();
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
  }

  @Test
  void headlineIsNewsAgainWhenTheSetHasChanged() {
    assertThat(line("replicas=1", "0:v1:starting")).isPresent();
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
    var seen = Picture.of("replicas=1", "0:v1:starting").snapshot();
    var set = seen.set();
    var changed = new SetView(next(set.meta()), set.spec(), set.status(), List.of());
    assertThat(log.line(changed, Planner.plan(seen))).isPresent();
  }

  private static Meta next(Meta meta) {
    return new Meta(
        meta.namespace(),
        meta.name(),
        meta.uid(),
        meta.version() + 1,
        meta.generation() + 1,
        meta.labels(),
        meta.annotations(),
        meta.owners(),
        meta.finalizers(),
        meta.createdAt(),
        meta.deletedAt());
  }

  /// The two pods are broken for causes of their own: two warnings, and no headline says more.
  @Test
  void eachOfTwoWarningsIsOneLine() {
    var pods = "0:v1:crash 1:v1:pull";
    var seen = Picture.of("parallel replicas=2", pods).snapshot();
    var notices = Planner.plan(seen).notices();

    assertThat(notices).hasSize(2).allMatch(notice -> log.isNew(seen.set(), notice));
    assertThat(line("parallel replicas=2", pods)).isEmpty();
    assertThat(line("parallel replicas=2", "0:v1:ready 1:v1:pull")).isEmpty();
  }

  private boolean isWarned(String rules, String pods) {
    var seen = Picture.of(rules, pods).snapshot();
    return log.isNew(seen.set(), Planner.plan(seen).notices().getFirst());
  }

  @Test
  void warningAfterTheHeadlineThatSaysTheSameIsNotLogged() {
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
    assertThat(isWarned("replicas=1", "0:v1:crash")).isFalse();
    assertThat(isWarned("replicas=1", "0:v1:pull")).isTrue();
  }

  @Test
  void headlineAfterTheWarningThatSaysTheSameIsNotLogged() {
    assertThat(isWarned("replicas=1", "0:v1:crash")).isTrue();
    assertThat(line("replicas=1", "0:v1:crash")).isEmpty();
    assertThat(line("replicas=1", "0:v1:ready"))
        .contains(new Line(false, "Ready: 1 of 1 pods are available"));
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
  }

  /// A ConfigMap that is mounted does not exist, say: the kubelet tells of it in events alone.
  @Test
  void podWithoutAnyContainerIsAWarningWhenItIsLate() {
    assertThat(line("replicas=1", "0:v1:creating"))
        .contains(
            new Line(
                true,
                "PodNotAvailable: web-0 is starting; no container has started since"
                    + " 2026-01-01T11:59:00Z, kubectl describe pod web-0 shows why"));
  }

  private boolean isFailureNew(String pod, String message) {
    var set = Picture.of("replicas=2", "").snapshot().set();
    return log.isNew(set, new Action.CreatePod(pod, "v1", Json.EMPTY), message);
  }

  private void succeeds(String pod) {
    var set = Picture.of("replicas=2", "").snapshot().set();
    log.succeeded(set, new Action.CreatePod(pod, "v1", Json.EMPTY));
  }

  @Test
  void failureIsLoggedOncePerCause() {
    assertThat(isFailureNew("web-0", "pods \"web-0\" is forbidden: no room")).isTrue();
    assertThat(isFailureNew("web-0", "pods \"web-0\" is forbidden: no room")).isFalse();
    assertThat(isFailureNew("web-1", "pods \"web-1\" is forbidden: no room")).isFalse();
    assertThat(isFailureNew("web-0", "pods \"web-0\" is forbidden: no right")).isTrue();
  }

  @Test
  void causesThatAlternateAreLoggedOnceEach() {
    assertThat(isFailureNew("web-0", "no room")).isTrue();
    assertThat(isFailureNew("web-0", "no right")).isTrue();
    assertThat(isFailureNew("web-0", "no room")).isFalse();
    assertThat(isFailureNew("web-0", "no right")).isFalse();
    succeeds("web-0");
    assertThat(isFailureNew("web-0", "no room")).isTrue();
  }

  @Test
  void wordsThatDifferEachTimeAreLimited() {
    for (var i = 0; i < 20; i++) {
      assertThat(isFailureNew("web-0", "request " + i)).isTrue();
    }
    assertThat(isFailureNew("web-0", "request 20")).isFalse();
    assertThat(isFailureNew("web-1", "no room")).isTrue();
  }

  /// What takes one request each is over before anybody reads of it.
  @Test
  void waitOfAMomentIsNotLogged() {
    assertThat(line("replicas=1 unchecked", "")).isEmpty();
    assertThat(line("replicas=1 noRevision", "")).isEmpty();
  }

  @Test
  void failureAfterSuccessIsNew() {
    assertThat(isFailureNew("web-0", "no room")).isTrue();
    succeeds("web-1");
    assertThat(isFailureNew("web-0", "no room")).isFalse();
    succeeds("web-0");
    assertThat(isFailureNew("web-0", "no room")).isTrue();
  }

  @Test
  void failureAfterReadyIsNew() {
    assertThat(isFailureNew("web-0", "no room")).isTrue();
    assertThat(line("replicas=1", "0:v1:starting")).isPresent();
    assertThat(line("replicas=1", "0:v1:ready")).isPresent();
    assertThat(isFailureNew("web-0", "no room")).isTrue();
  }

  @Test
  void failureOfAnotherSetIsNew() {
    assertThat(isFailureNew("web-0", "no room")).isTrue();
    log.forget(new SetKey("shop", "web"));
    assertThat(isFailureNew("web-0", "no room")).isTrue();
  }

  @Test
  void headlineAfterTheFailureThatSaysTheSameIsNotLogged() {
    assertThat(isFailureNew("web-0", "quota")).isTrue();
    var seen = Picture.of("replicas=1", "").failing("web-0").snapshot();
    assertThat(log.line(seen.set(), Planner.plan(seen))).isEmpty();
  }

  /// A refused template is told by its warning; the request that is tried all the same has nothing
  /// to add, and nor has the headline, which names the pod.
  @Test
  void refusedTemplateIsOneLine() {
    assertThat(isWarned("refused replicas=1", "")).isTrue();
    assertThat(isFailureNew("web-0", "Pod \"web-0\" is invalid: no such policy")).isFalse();
    assertThat(line("refused replicas=1", "")).isEmpty();
    assertThat(isFailureNew("web-0", "Pod \"web-0\" is invalid: no such policy")).isFalse();
    assertThat(isFailureNew("web-0", "connection refused")).isTrue();
  }

  @Test
  void setThatIsWellFromTheStartIsSilent() {
    assertThat(line("replicas=1", "0:v1:ready")).isEmpty();
  }

  @Test
  void standstillNeedsSomeone() {
    assertThat(line("replicas=1 deadline=60", "0:v1:starting"))
        .contains(
            new Line(true, "ProgressDeadlineExceeded: no progress for 60 s: web-0 is starting"));
  }

  /// The set is ready throughout: what fails is an aside, such as the owner of a claim.
  @Test
  void failureAfterASuccessIsNewsWhileTheSetIsReady() {
    var seen = Picture.of("replicas=1", "0:v1:ready").snapshot();
    var action = new Action.PatchClaim("data-web-0", Json.EMPTY);
    log.line(seen.set(), Planner.plan(seen));
    assertThat(log.isNew(seen.set(), action, "no right")).isTrue();
    log.line(seen.set(), Planner.plan(seen));
    log.succeeded(seen.set(), action);

    assertThat(log.isNew(seen.set(), action, "no right")).isTrue();
  }
}
