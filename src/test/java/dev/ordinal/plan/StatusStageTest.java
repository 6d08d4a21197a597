package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusStageTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          empty                         | replicas=3 |                                   | 0 0 0 0 0 0 0
          one starting                  | replicas=3 | 0:v1:starting                     | 1 0 0 1 1 0 0
          all there                     | replicas=2 | 0:v1:ready 1:v1:ready             | 2 2 2 2 2 2 2
          ready, not available          | replicas=2 minReady=9 | 0:v1:ready 1:v1:fresh  | 2 2 1 2 2 2 1
          terminating has no revision   | replicas=2 | 0:v1:ready 1:v1:gone              | 2 2 1 1 1 2 1
          condemned ones count          | replicas=1 | 0:v1:ready 1:v1:ready             | 2 2 2 2 2 2 2
          """)
  void counts(String why, String rules, String pods, String expected) {
    var counts = Picture.of(rules, pods == null ? "" : pods).plan().status().counts();
    assertThat(show(counts)).isEqualTo(expected);
  }

  private static String show(Counts counts) {
    return "%d %d %d %d %d %d %d"
        .formatted(
            counts.replicas(),
            counts.ready(),
            counts.available(),
            counts.current(),
            counts.updated(),
            counts.updatedReady(),
            counts.updatedAvailable());
  }

  @Test
  void settledSetIsReadyAndNothingMoves() {
    var first = Picture.of("replicas=1", "0:v1:ready").plan().status();
    var second = Picture.of("replicas=1", "0:v1:ready").with(first).plan();

    assertThat(first.findCondition("Ready"))
        .contains(
            new Condition("Ready", "True", "Ready", "1 of 1 pods are available", Picture.NOW));
    assertThat(second.status()).isEqualTo(first);
    assertThat(second.isAtRest()).isTrue();
  }

  @Test
  void waitingSetSaysWhatItWaitsFor() {
    var ready = Picture.of("replicas=2", "0:v1:starting").plan().status().findCondition("Ready");

    assertThat(ready)
        .contains(
            new Condition("Ready", "False", "PodNotAvailable", "web-0 is starting", Picture.NOW));
  }

  @Test
  void transitionTimeStaysWhileTheStatusDoes() {
    var since = Instant.parse("2025-06-01T00:00:00Z");
    var old = new Condition("Ready", "False", "Other", "", since);
    var status = Picture.of("replicas=2", "0:v1:starting").with(seen("", old)).plan().status();

    assertThat(status.findCondition("Ready").orElseThrow().since()).isEqualTo(since);
  }

  @Test
  void conditionsOfOthersAreKept() {
    var foreign = new Condition("Backup", "True", "Done", "", Picture.NOW);
    var status = Picture.of("replicas=1", "0:v1:ready").with(seen("", foreign)).plan().status();

    assertThat(status.conditions()).contains(foreign).hasSize(4);
  }

  @Test
  void revisionIsPromotedOnlyWhenEveryPodHasItAndIsAvailable() {
    var rules = "replicas=2 template=v2 revisions=v1,v2";

    assertThat(current(rules, "0:v1:ready 1:v2:ready")).isEqualTo("v1");
    assertThat(current(rules, "0:v2:ready 1:v2:starting")).isEqualTo("v1");
    assertThat(current(rules, "0:v2:ready")).isEqualTo("v1");
    assertThat(current(rules, "0:v2:ready 1:v2:ready 2:v1:ready")).isEqualTo("v1");
    assertThat(current(rules, "0:v2:ready 1:v2:ready")).isEqualTo("v2");
  }

  private static String current(String rules, String pods) {
    return Picture.of(rules, pods).with(seen("v1")).plan().status().currentRevision();
  }

  private static SetStatus seen(String current, Condition... conditions) {
    return new SetStatus(1, Counts.ZERO, current, current, 0, "", List.of(conditions), List.of());
  }

  @Test
  void selectorIsReportedForAutoscalers() {
    assertThat(Picture.of("replicas=1", "").plan().status().labelSelector()).isEqualTo("app=web");
  }
}
