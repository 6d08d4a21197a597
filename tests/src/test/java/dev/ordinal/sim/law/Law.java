package dev.ordinal.sim.law;

import dev.ordinal.model.View;
import dev.ordinal.sim.virtual.RequestRecord;
import java.util.List;
import java.util.Optional;

/// Something that never happens, whatever goes wrong. Answers what happened after all.
public interface Law {
  /// A request of the controller, and the cluster as it is just before. Asked of those that took
  /// effect only.
  default Optional<String> judge(ClusterHistory history, RequestRecord sent) {
    return Optional.empty();
  }

  /// What has become of an object, and the cluster as it was just before.
  default Optional<String> judge(ClusterHistory history, View now) {
    return Optional.empty();
  }

  /// The cluster as it is, every few seconds: what has not happened for too long.
  default Optional<String> judge(ClusterHistory history) {
    return Optional.empty();
  }

  /// Of requests for a job that pulls an image.
  static List<Law> ofJobs() {
    return List.of(
        new WritesArePinned(),
        new WritesAreRemembered(),
        new PullsAreCounted(),
        new PullersGoWithTheirJob(),
        new PullersGoWhereTheyAreAsked());
  }

  /// Of requests for a set, and of all that changes.
  static List<Law> all() {
    return List.of(
        new PodsHaveTheirIdentity(),
        new WritesArePinned(),
        new WritesAreRemembered(),
        new OthersAreLeftAlone(),
        new ClaimsComeFirst(),
        new NoClaimIsLost(),
        new ClaimsGoWithTheirPod(),
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
        new DeletedSetsRest(),
        new MissingPodsComeBack(),
        new ServiceIsResumed(),
        new ReadyMeansProtected(),
        new SameTemplateChangesNothing());
  }
}
