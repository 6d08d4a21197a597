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
  public Optional<String> judge(Truth truth) {
    var now =
        Optional.ofNullable(truth.sets.get("web")).map(set -> due(truth, set)).orElse(List.of());
    if (now.isEmpty() || !now.equals(due) || truth.isContested) {
      due = now;
      since = truth.now();
    }
    since = since.isBefore(truth.lastQuota) ? truth.lastQuota : since;
    return now.isEmpty() || since.plus(LIMIT).isAfter(truth.now())
        ? Optional.empty()
        : Optional.of("%s could be created and are still missing".formatted(now));
  }

  /// The missing pods of which at least one has to come now.
  private static List<String> due(Truth truth, SetView set) {
    if (set.meta().isTerminating() || !set.faults().isEmpty()) {
      return List.of();
    }
    var names =
        Truth.wanted(set.spec()).stream().map(ordinal -> set.name() + "-" + ordinal).toList();
    var down = names.stream().filter(name -> !isWell(truth, set, name)).toList();
    var possible = down.stream().filter(name -> isPossible(truth, set, name)).toList();
    if (set.spec().podManagement() == PodManagement.ORDERED_READY) {
      return possible.stream().filter(name -> name.equals(down.getFirst())).toList();
    }
    var coming = down.stream().filter(name -> isComing(truth, set, name)).count();
    var room =
        set.spec()
            .scaleMaxUnavailable()
            .map(amount -> amount.of(set.spec().replicas()) - coming)
            .orElse(Long.MAX_VALUE);
    return room > 0 ? possible : List.of();
  }

  private static boolean isWell(Truth truth, SetView set, String name) {
    return Optional.ofNullable(truth.pods.get(name))
        .filter(pod -> pod.meta().isControlledBy(set.uid()))
        .filter(PodView::isNormal)
        .filter(Completion::isComplete)
        .filter(_ -> truth.hasServedFor(name, set.spec().minReady()))
        .isPresent();
  }

  private static boolean isComing(Truth truth, SetView set, String name) {
    return Optional.ofNullable(truth.pods.get(name))
        .filter(pod -> pod.meta().isControlledBy(set.uid()) && !pod.isTerminating())
        .isPresent();
  }

  private static boolean isPossible(Truth truth, SetView set, String name) {
    return truth.pods.get(name) == null
        && !truth.refused.contains(name)
        && !truth.refused.contains("*")
        && set.spec().claimTemplates().stream()
            .map(template -> truth.claims.get(template.name() + "-" + name))
            .noneMatch(claim -> claim != null && claim.meta().isTerminating());
  }
}
