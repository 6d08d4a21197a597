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
          terminating still serves      | replicas=2 | 0:v1:ready 1:v1:terminating       | 2 2 2 1 1 2 2
          condemned ones count          | replicas=1 | 0:v1:ready 1:v1:ready             | 2 2 2 2 2 2 2
          failed one is not ready       | replicas=1 | 0:v1:failed                       | 1 0 0 1 1 0 0
          in the middle of a rollout    | replicas=3 template=v2 revisions=v1,v2 current=v1 | 0:v1:ready 1:v1:ready 2:v2:starting | 3 2 2 2 1 0 0
          overtaken ones are neither    | replicas=2 template=v3 revisions=v1,v2,v3 current=v1 | 0:v1:ready 1:v2:crash | 2 1 1 1 0 0 0
          foreign ones do not count     | replicas=2 | 0:v1:ready 1:v1:ready:other       | 1 1 1 1 1 1 1
          stray ones do not count       | replicas=1 | 0:v1:ready 1:v1:ready:stray       | 1 1 1 1 1 1 1
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

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all updated and available      | replicas=2             | 0:v2:ready 1:v2:ready            | v2
          one outdated                   | replicas=2             | 0:v1:ready 1:v2:ready            | v1
          one not ready                  | replicas=2             | 0:v2:ready 1:v2:starting         | v1
          one not available              | replicas=2 minReady=10 | 0:v2:ready 1:v2:fresh            | v1
          one missing                    | replicas=2             | 0:v2:ready                       | v1
          one terminating                | replicas=2             | 0:v2:ready 1:v2:terminating      | v1
          a condemned one is left        | replicas=2             | 0:v2:ready 1:v2:ready 2:v1:ready | v1
          held back by the partition     | replicas=2 partition=1 | 0:v1:ready 1:v2:ready            | v1
          on delete                      | replicas=1 onDelete    | 0:v2:ready                       | v2
          on delete, not yet             | replicas=1 onDelete    | 0:v1:ready                       | v1
          no pods are wanted             | replicas=0             |                                  | v2
          no pods, but one is left       | replicas=0             | 0:v1:terminating                 | v1
          in the middle of a scale-up    | replicas=3             | 0:v2:ready 1:v2:ready            | v1
          """)
  void promotion(String why, String rules, String pods, String expected) {
    var update = "template=v2 revisions=v1,v2 current=v1 " + rules;
    var status = Picture.of(update, pods == null ? "" : pods).plan().status();
    assertThat(status.currentRevision()).isEqualTo(expected);
    assertThat(status.updateRevision()).isEqualTo("v2");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          planned               | replicas=1                | 7
          its template refused  | replicas=1 refused        | 7
          its spec faulty       | replicas=1 fault=x        | 7
          in deletion           | replicas=1 deleting       | 7
          revision not recorded | replicas=1 noRevision     | 1
          """)
  void observedGeneration(String why, String rules, long expected) {
    var status = Picture.of(rules, "").with(seen("v1")).plan().status();
    assertThat(status.observedGeneration()).isEqualTo(expected);
  }

  /// A finished old rollout under a new generation would look like a finished new one.
  @Test
  void revisionThatCannotBeRecordedIsReportedAndNotAcknowledged() {
    var picture = Picture.of("replicas=1 noRevision", "0:v1:ready").with(seen("v1"));
    var status = picture.failing("web-6466b89fb").plan().status();

    assertThat(picture.plan().status()).isEqualTo(seen("v1"));
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(status.findCondition("Ready").orElseThrow().message())
        .isEqualTo("the request for web-6466b89fb failed and is repeated: quota");
    assertThat(status.findCondition("FailedCreatePod")).isPresent();
  }

  private static SetStatus seen(String current, Condition... conditions) {
    return new SetStatus(1, Counts.ZERO, current, current, 0, "", List.of(conditions), List.of());
  }

  @Test
  void selectorIsReportedForAutoscalers() {
    assertThat(Picture.of("replicas=1", "").plan().status().labelSelector()).isEqualTo("app=web");
  }

  @Test
  void transitionTimeMovesWithTheStatus() {
    var since = Instant.parse("2025-06-01T00:00:00Z");
    var old = new Condition("Ready", "False", "Other", "", since);
    var status = Picture.of("replicas=1", "0:v1:ready").with(seen("", old)).plan().status();

    assertThat(status.findCondition("Ready").orElseThrow().since()).isEqualTo(Picture.NOW);
  }

  /// Only what the revision waits for is a reason to say more than before.
  @Test
  void failedTidyingAcknowledgesNoTemplateThatIsNotRecorded() {
    var picture =
        Picture.of("replicas=1 noRevision", "0:v1:ready 7:v1:ready:stray").with(seen("v1"));
    var plan = picture.failed("Update", Picture.NOW.plusSeconds(9), "web-7").plan();

    assertThat(plan.holds()).extracting(Hold::target).contains("web-7");
    assertThat(plan.status()).isEqualTo(seen("v1"));
  }

  /// A plan that only has to look again later has not come to its end.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all is well       | replicas=1            | 0:v1:ready    | true
          a pod is created  | replicas=1            |               | false
          a pod is starting | replicas=1            | 0:v1:starting | false
          a pod is young    | replicas=1 minReady=9 | 0:v1:fresh    | false
          """)
  void planWithNothingLeftIsAtRest(String why, String rules, String pods, boolean expected) {
    assertThat(Picture.of(rules, pods == null ? "" : pods).plan().isAtRest()).isEqualTo(expected);
  }
}
