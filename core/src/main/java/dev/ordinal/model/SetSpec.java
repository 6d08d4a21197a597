package dev.ordinal.model;

import dev.ordinal.model.common.Selector;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.life.Hook;
import dev.ordinal.model.number.Amount;
import dev.ordinal.model.number.IntRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The spec of a set, with every default applied.
public record SetSpec(
    int replicas,
    int start,
    List<IntRange> reserved,
    Selector selector,
    Json.Obj template,
    List<ClaimTemplate> claimTemplates,
    String serviceName,
    PodManagement podManagement,
    UpdateStrategy update,
    int historyLimit,
    Duration minReady,
    Retention retention,
    Lifecycle lifecycle,
    Optional<Amount> scaleMaxUnavailable,
    ClaimUpdate claimUpdate,
    Duration progressDeadline,
    Set<FeatureGate> gates) {

  public SetSpec {
    reserved = List.copyOf(reserved);
    claimTemplates = List.copyOf(claimTemplates);
    gates = Set.copyOf(gates);
  }

  /// Whether existing claims grow when their templates ask for more.
  public boolean growsClaims() {
    return claimUpdate == ClaimUpdate.ON_POD_ROLLING_UPDATE
        && gates.contains(FeatureGate.CLAIM_GROWTH);
  }

  /// Whether pods are created and deleted one after the other or all at once.
  public enum PodManagement {
    ORDERED_READY,
    PARALLEL
  }

  /// When a changed claim template reaches existing claims.
  public enum ClaimUpdate {
    ON_DELETE,
    ON_POD_ROLLING_UPDATE
  }

  /// A claim to create for each pod: its short name, and the claim as the user wrote it.
  public record ClaimTemplate(String name, Json.Obj body) {}

  /// Whether claims are kept or deleted when the set is deleted or scaled down.
  public record Retention(boolean deletesWithSet, boolean deletesWhenScaled) {}

  /// The three points at which a hook may hold a pod.
  public record Lifecycle(
      Optional<Hook> preDelete, Optional<Hook> inPlaceUpdate, Optional<Hook> preNormal) {
    public boolean isEmpty() {
      return preDelete.isEmpty() && inPlaceUpdate.isEmpty() && preNormal.isEmpty();
    }
  }
}
