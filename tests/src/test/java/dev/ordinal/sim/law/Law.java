package dev.ordinal.sim.law;

import dev.ordinal.model.View;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.List;
import java.util.Optional;

/// A rule that holds whatever goes wrong. Returns how it was broken.
public interface Law {
  /// Checks a request of the controller against the cluster just before it. Called only for
  /// requests that took effect.
  default Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    return Optional.empty();
  }

  /// Checks the new state of an object against the cluster just before it.
  default Optional<String> judge(ClusterHistory history, View now) {
    return Optional.empty();
  }

  /// Checks the cluster every few seconds: for what has not happened for too long.
  default Optional<String> judge(ClusterHistory history) {
    return Optional.empty();
  }

  /// The laws for requests of a job that pulls an image.
  static List<Law> ofJobs() {
    return List.of(
        new OnlyTheLeaderWrites(),
        new WritesArePinned(),
        new WritesAreRemembered(),
        new PullsAreCounted(),
        new PullersGoWithTheirJob(),
        new PullersGoWhereTheyAreAsked());
  }

  /// The laws for requests of a set, and for all changes.
  static List<Law> all() {
    return List.of(
        new OnlyTheLeaderWrites(),
        new PodsHaveTheirIdentity(),
        new WritesArePinned(),
        new WritesAreRemembered(),
        new WritesArePaced(),
        new OthersAreLeftAlone(),
        new ClaimsComeFirst(),
        new NoClaimIsLost(),
        new ClaimsGoWithTheirPod(),
        new WantedClaimsStay(),
        new PodsComeInOrder(),
        new PodsGoInOrder(),
        new UpdatesGoInOrder(),
        new PartitionIsKept(),
        new BudgetIsKept(),
        new StreamIsKept(),
        new StopMeansStop(),
        new GatesTellTheTruth(),
        new HooksHold(),
        new NormalIsEarned(),
        new RevisionsLast(),
        new StatusIsTrue(),
        new WaitsAreExplained(),
        new DeletedSetsRest(),
        new MissingPodsComeBack(),
        new ServiceIsResumed(),
        new ReadyMeansProtected(),
        new SameTemplateChangesNothing(),
        new FullQuotaReplacesNothing());
  }
}
