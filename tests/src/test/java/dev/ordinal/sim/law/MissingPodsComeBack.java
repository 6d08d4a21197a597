package dev.ordinal.sim.law;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetSpec.PodManagement;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.inplace.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A pod that is missing and could be created is created within minutes, whatever else fails: other
/// requests, other pods, or the clock of a node.
final class MissingPodsComeBack implements Law {
  /// More than the longest back-off, after which it may be refused once more.
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private List<String> due = List.of();
  private Instant since = Instant.MAX;

  @Override
  public Optional<String> judge(ClusterHistory history) {
    var now =
        Optional.ofNullable(history.sets.get("web"))
            .map(set -> due(history, set))
            .orElse(List.of());
    if (now.isEmpty() || !now.equals(due) || history.isContested) {
      due = now;
      since = history.now();
    }
    since = since.isBefore(history.lastQuota) ? history.lastQuota : since;
    return now.isEmpty() || since.plus(LIMIT).isAfter(history.now())
        ? Optional.empty()
        : Optional.of("%s could be created and are still missing".formatted(now));
  }

  /// The missing pods of which at least one has to be created now.
  private static List<String> due(ClusterHistory history, SetView set) {
    if (set.meta().isTerminating() || !set.faults().isEmpty()) {
      return List.of();
    }
    var names =
        ClusterHistory.wanted(set.spec()).stream()
            .map(ordinal -> set.name() + "-" + ordinal)
            .toList();
    var down = names.stream().filter(name -> !isWell(history, set, name)).toList();
    var possible = down.stream().filter(name -> isPossible(history, set, name)).toList();
    if (set.spec().podManagement() == PodManagement.ORDERED_READY) {
      return possible.stream().filter(name -> name.equals(down.getFirst())).toList();
    }
    var coming = down.stream().filter(name -> isComing(history, set, name)).count();
    var room =
        set.spec()
            .scaleMaxUnavailable()
            .map(amount -> amount.of(set.spec().replicas()) - coming)
            .orElse(Long.MAX_VALUE);
    return room > 0 ? possible : List.of();
  }

  private static boolean isWell(ClusterHistory history, SetView set, String name) {
    return Optional.ofNullable(history.pods.get(name))
        .filter(pod -> pod.meta().isControlledBy(set.uid()))
        // One that is to be released keeps its name, and in order those above it wait.
        .filter(pod -> set.spec().selector().matches(pod.meta().labels()))
        .filter(PodView::isNormal)
        .filter(Completion::isComplete)
        .filter(_ -> history.hasServedFor(name, set.spec().minReady()))
        .isPresent();
  }

  private static boolean isComing(ClusterHistory history, SetView set, String name) {
    return Optional.ofNullable(history.pods.get(name))
        .filter(pod -> pod.meta().isControlledBy(set.uid()) && !pod.isTerminating())
        .isPresent();
  }

  private static boolean isPossible(ClusterHistory history, SetView set, String name) {
    return history.pods.get(name) == null
        && !history.refused.contains(name)
        && !history.refused.contains("*")
        && set.spec().claimTemplates().stream()
            .map(template -> history.claims.get(template.name() + "-" + name))
            .noneMatch(claim -> claim != null && claim.meta().isTerminating());
  }
}
