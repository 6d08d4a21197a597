package dev.ordinal.plan.body;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Waiting;
import dev.ordinal.model.json.Json;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/// Writes a status as the body of a merge patch. Every key is always there, so that the patch also
/// clears what an older status said.
public final class StatusBody {
  private StatusBody() {}

  /// The merge patch for the status subresource.
  public static Json.Obj patch(SetStatus status) {
    return Json.of("status", write(status));
  }

  private static Json.Obj write(SetStatus status) {
    var counts = status.counts();
    return new Json.Obj(
        new TreeMap<>(
            Map.ofEntries(
                Map.entry("observedGeneration", Json.of(status.observedGeneration())),
                Map.entry("replicas", Json.of(counts.replicas())),
                Map.entry("readyReplicas", Json.of(counts.ready())),
                Map.entry("availableReplicas", Json.of(counts.available())),
                Map.entry("currentReplicas", Json.of(counts.current())),
                Map.entry("updatedReplicas", Json.of(counts.updated())),
                Map.entry("updatedReadyReplicas", Json.of(counts.updatedReady())),
                Map.entry("updatedAvailableReplicas", Json.of(counts.updatedAvailable())),
                Map.entry("currentRevision", Json.of(status.currentRevision())),
                Map.entry("updateRevision", Json.of(status.updateRevision())),
                Map.entry("collisionCount", Json.of(status.collisionCount())),
                Map.entry("labelSelector", Json.of(status.labelSelector())),
                Map.entry(
                    "conditions",
                    Json.of(status.conditions().stream().map(StatusBody::write).toList())),
                Map.entry(
                    "volumeClaims",
                    Json.of(status.volumeClaims().stream().map(StatusBody::write).toList())),
                Map.entry(
                    "holds", Json.of(status.holds().stream().map(StatusBody::write).toList())))));
  }

  private static Json.Obj write(Condition condition) {
    var written =
        Json.of("type", Json.of(condition.type()))
            .with("status", Json.of(condition.status()))
            .with("reason", Json.of(condition.reason()))
            .with("message", Json.of(condition.message()));
    // Kubernetes times have whole seconds.
    var since = condition.since().truncatedTo(ChronoUnit.SECONDS);
    return since.equals(Condition.NEVER)
        ? written
        : written.with("lastTransitionTime", Json.of(since.toString()));
  }

  private static Json.Obj write(Waiting hold) {
    return Json.of("name", Json.of(hold.name()))
        .with("reason", Json.of(hold.reason()))
        .with("message", Json.of(hold.message()))
        .with("since", Json.of(hold.since().truncatedTo(ChronoUnit.SECONDS).toString()));
  }

  private static Json.Obj write(ClaimStatus claim) {
    return Json.of("volumeClaimName", Json.of(claim.template()))
        .with("compatibleReplicas", Json.of(claim.compatible()))
        .with("compatibleReadyReplicas", Json.of(claim.compatibleReady()));
  }
}
