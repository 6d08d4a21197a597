package dev.ordinal.model.pull;

import dev.ordinal.model.common.Report;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The status of a job. Its lists of nodes also replace the controller's memory: a node in one of
/// them is done, and its pod may be deleted.
public record JobStatus(
    Optional<Instant> startTime,
    Optional<Instant> completionTime,
    int desired,
    int active,
    String message,
    List<String> succeededNodes,
    List<String> failedNodes)
    implements Report {
  public static final JobStatus NONE =
      new JobStatus(Optional.empty(), Optional.empty(), 0, 0, "", List.of(), List.of());

  public JobStatus {
    succeededNodes = List.copyOf(succeededNodes);
    failedNodes = List.copyOf(failedNodes);
  }

  public boolean isCompleted() {
    return completionTime.isPresent();
  }

  @Override
  public Object headline() {
    return List.of(startTime, completionTime, failedNodes);
  }
}
