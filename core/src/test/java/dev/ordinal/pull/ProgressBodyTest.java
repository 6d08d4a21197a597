package dev.ordinal.pull;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.model.pull.JobStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The status of a job as the API server is sent it: a key that is absent would keep its old value.
class ProgressBodyTest {
  @Test
  void jobThatRunsHasNoEnd() {
    var started = Instant.parse("2026-01-01T12:00:00.7Z");
    var status =
        new JobStatus(
            Optional.of(started), Optional.empty(), 4, 2, "2 pull", List.of("a", "b"), List.of());

    assertThat(JsonText.write(ProgressBody.patch(status)))
        .isEqualTo(
            """
            {"status":{"active":2,"completionTime":null,"desired":4,"failed":0,"failedNodes":[],\
            "message":"2 pull","startTime":"2026-01-01T12:00:00Z","succeeded":2,\
            "succeededNodes":["a","b"]}}""");
  }

  @Test
  void jobThatIsOverTellsWhereItFailed() {
    var end = Instant.parse("2026-01-01T12:09:00Z");
    var status =
        new JobStatus(
            Optional.of(end), Optional.of(end), 3, 0, "done", List.of("a"), List.of("b", "c"));

    assertThat(JsonText.write(ProgressBody.patch(status)))
        .contains(
            """
            "completionTime":"2026-01-01T12:09:00Z","desired":3,"failed":2,\
            "failedNodes":["b","c"]""");
  }
}
