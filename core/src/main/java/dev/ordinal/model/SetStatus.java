package dev.ordinal.model;

import dev.ordinal.model.common.Report;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The status of a set.
public record SetStatus(
    long observedGeneration,
    Counts counts,
    String currentRevision,
    String updateRevision,
    int collisionCount,
    String labelSelector,
    List<Condition> conditions,
    List<ClaimStatus> volumeClaims,
    List<Waiting> holds)
    implements Report {

  public SetStatus {
    holds = List.copyOf(holds);
    conditions = List.copyOf(conditions);
    volumeClaims = List.copyOf(volumeClaims);
  }

  /// A status of a set that waits for nothing.
  public SetStatus(
      long observedGeneration,
      Counts counts,
      String currentRevision,
      String updateRevision,
      int collisionCount,
      String labelSelector,
      List<Condition> conditions,
      List<ClaimStatus> volumeClaims) {
    this(
        observedGeneration,
        counts,
        currentRevision,
        updateRevision,
        collisionCount,
        labelSelector,
        conditions,
        volumeClaims,
        List.of());
  }

  public static final SetStatus NONE =
      new SetStatus(0, Counts.ZERO, "", "", 0, "", List.of(), List.of());

  /// How many pods are in which state.
  public record Counts(
      int replicas,
      int ready,
      int available,
      int current,
      int updated,
      int updatedReady,
      int updatedAvailable) {
    public static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0);
  }

  /// One entry of `status.conditions`, ours or another writer's.
  public record Condition(
      String type, String status, String reason, String message, Instant since) {
    /// The transition time of a condition whose writer gave none.
    public static final Instant NEVER = Instant.EPOCH;

    public boolean isTrue() {
      return status.equals("True");
    }
  }

  /// How many claims of one template have grown.
  public record ClaimStatus(String template, int compatible, int compatibleReady) {}

  /// One entry of `status.holds`: what waits, usually a pod, and since when for this reason.
  public record Waiting(String name, String reason, String message, Instant since) {}

  /// The fields that count no pods: the generation, the revisions, and the conditions.
  @Override
  public Object headline() {
    var words = conditions.stream().map(each -> each.type() + each.status()).toList();
    return List.of(observedGeneration, currentRevision, updateRevision, collisionCount, words);
  }

  public Optional<Condition> findCondition(String type) {
    return conditions.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }
}
