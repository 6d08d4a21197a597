package dev.ordinal.sim.law;

import dev.ordinal.model.Names;
import dev.ordinal.model.SetView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A set whose claims would be deleted with it against its policy is not called ready for long.
final class ReadyMeansProtected implements Law {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Instant since = Instant.MAX;

  @Override
  public Optional<String> judge(ClusterHistory history) {
    var claim =
        Optional.ofNullable(history.sets.get("web")).flatMap(set -> unprotected(history, set));
    if (claim.isEmpty()) {
      since = history.now();
    }
    return since.plus(LIMIT).isAfter(history.now())
        ? Optional.empty()
        : claim.map(
            name ->
                "the set is reported as ready, and %s would be deleted with it".formatted(name));
  }

  private static Optional<String> unprotected(ClusterHistory history, SetView set) {
    if (set.spec().retention().deletesWithSet()
        || set.meta().isTerminating()
        || set.status().findCondition("Ready").filter(ready -> ready.isTrue()).isEmpty()) {
      return Optional.empty();
    }
    return history.claims.keySet().stream()
        .filter(name -> isOfTemplate(set, name) && isOwned(history, set, name))
        .findFirst();
  }

  /// Also where there is no pod any more.
  private static boolean isOfTemplate(SetView set, String claim) {
    return set.spec().claimTemplates().stream()
        .map(template -> template.name() + "-" + set.name())
        .anyMatch(parent -> Names.ordinal(parent, claim) >= 0);
  }

  private static boolean isOwned(ClusterHistory history, SetView set, String name) {
    return Optional.ofNullable(history.claims.get(name))
        .filter(claim -> !claim.meta().isTerminating())
        .filter(
            claim -> claim.meta().owners().stream().anyMatch(one -> one.uid().equals(set.uid())))
        .isPresent();
  }
}
