package dev.ordinal.pull;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.pull.JobStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Writes the status of a job as the body of a merge patch. Every key is always there, so that the
/// patch also clears what an older status said.
public final class ProgressBody {
  private ProgressBody() {}

  public static Json.Obj patch(JobStatus status) {
    return Json.of(
        "status",
        new Json.Obj(
            new TreeMap<>(
                Map.ofEntries(
                    Map.entry("startTime", time(status.startTime())),
                    Map.entry("completionTime", time(status.completionTime())),
                    Map.entry("desired", Json.of(status.desired())),
                    Map.entry("active", Json.of(status.active())),
                    Map.entry("succeeded", Json.of(status.succeededNodes().size())),
                    Map.entry("failed", Json.of(status.failedNodes().size())),
                    Map.entry("message", Json.of(status.message())),
                    Map.entry("succeededNodes", texts(status.succeededNodes())),
                    Map.entry("failedNodes", texts(status.failedNodes()))))));
  }

  private static Json time(Optional<Instant> at) {
    return at.<Json>map(time -> Json.of(time.truncatedTo(ChronoUnit.SECONDS).toString()))
        .orElseGet(Json.Null::new);
  }

  private static Json texts(List<String> values) {
    return Json.of(values.stream().map(Json::of).toList());
  }
}
