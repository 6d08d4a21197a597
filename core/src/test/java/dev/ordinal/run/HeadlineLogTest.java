package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Picture;
import dev.ordinal.plan.stage.Planner;
import dev.ordinal.run.HeadlineLog.News;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlineLogTest {
  private final HeadlineLog log = new HeadlineLog();

  private Optional<News> news(String rules, String pods) {
    var seen = Picture.of(rules, pods).snapshot();
    return log.news(seen.set(), Planner.plan(seen));
  }

  @Test
  void changeIsToldOnce() {
    assertThat(news("replicas=2", "0:v1:starting"))
        .contains(new News(false, "PodNotAvailable: web-0 is starting"));
    assertThat(news("replicas=2", "0:v1:starting")).isEmpty();
    assertThat(news("replicas=2", "0:v1:ready")).isEmpty();
    assertThat(news("replicas=2", "0:v1:ready 1:v1:starting")).isEmpty();
    assertThat(news("replicas=2", "0:v1:ready 1:v1:crash"))
        .contains(
            new News(
                true, "PodNotAvailable: web-1 is broken (CrashLoopBackOff in container main)"));
    assertThat(news("replicas=2", "0:v1:ready 1:v1:ready"))
        .contains(new News(false, "Ready: 2 of 2 pods are available"));
  }

  private boolean isNews(String rules, String pods) {
    var seen = Picture.of(rules, pods).snapshot();
    return log.isNews(seen.set(), Planner.plan(seen).notices().getFirst());
  }

  @Test
  void warningAfterTheHeadlineThatSaysTheSameIsNotTold() {
    assertThat(news("replicas=1", "0:v1:crash")).isPresent();
    assertThat(isNews("replicas=1", "0:v1:crash")).isFalse();
    assertThat(isNews("replicas=1", "0:v1:pull")).isTrue();
  }

  @Test
  void headlineAfterTheWarningThatSaysTheSameIsNotTold() {
    assertThat(isNews("replicas=1", "0:v1:crash")).isTrue();
    assertThat(news("replicas=1", "0:v1:crash")).isEmpty();
    assertThat(news("replicas=1", "0:v1:ready"))
        .contains(new News(false, "Ready: 1 of 1 pods are available"));
    assertThat(news("replicas=1", "0:v1:crash")).isPresent();
  }

  @Test
  void setThatIsWellFromTheStartIsSilent() {
    assertThat(news("replicas=1", "0:v1:ready")).isEmpty();
  }

  @Test
  void standstillNeedsSomeone() {
    assertThat(news("replicas=1 deadline=60", "0:v1:starting"))
        .contains(
            new News(true, "ProgressDeadlineExceeded: no progress for 60 s: web-0 is starting"));
  }
}
