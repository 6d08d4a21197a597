package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Picture;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.HeadlineLog.Line;
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
    assertThat(line("replicas=2", "0:v1:ready 1:v1:starting")).isEmpty();
    assertThat(line("replicas=2", "0:v1:ready 1:v1:crash"))
        .contains(
            new Line(
                true, "PodNotAvailable: web-1 is broken (CrashLoopBackOff in container main)"));
    assertThat(line("replicas=2", "0:v1:ready 1:v1:ready"))
        .contains(new Line(false, "Ready: 2 of 2 pods are available"));
  }

  private boolean isNew(String rules, String pods) {
    var seen = Picture.of(rules, pods).snapshot();
    return log.isNew(seen.set(), Planner.plan(seen).notices().getFirst());
  }

  @Test
  void warningAfterTheHeadlineThatSaysTheSameIsNotLogged() {
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
    assertThat(isNew("replicas=1", "0:v1:crash")).isFalse();
    assertThat(isNew("replicas=1", "0:v1:pull")).isTrue();
  }

  @Test
  void headlineAfterTheWarningThatSaysTheSameIsNotLogged() {
    assertThat(isNew("replicas=1", "0:v1:crash")).isTrue();
    assertThat(line("replicas=1", "0:v1:crash")).isEmpty();
    assertThat(line("replicas=1", "0:v1:ready"))
        .contains(new Line(false, "Ready: 1 of 1 pods are available"));
    assertThat(line("replicas=1", "0:v1:crash")).isPresent();
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
}
