package dev.ordinal.sim.law;

import dev.ordinal.model.SetView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A set whose claims would be deleted with it against its policy is not called ready for long.
final class ReadyMeansProtected implements Law {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Instant since = Instant.MAX;

  @Override
  public Optional<String> judge(Truth truth) {
    var claim = Optional.ofNullable(truth.sets.get("web")).flatMap(set -> unprotected(truth, set));
    if (claim.isEmpty()) {
      since = truth.now();
    }
    return since.plus(LIMIT).isAfter(truth.now())
        ? Optional.empty()
        : claim.map(name -> "the set is called ready, and %s would go with it".formatted(name));
  }

  private static Optional<String> unprotected(Truth truth, SetView set) {
    if (set.spec().retention().deletesWithSet()
        || set.meta().isTerminating()
        || set.status().findCondition("Ready").filter(ready -> ready.isTrue()).isEmpty()) {
      return Optional.empty();
    }
    return Truth.wanted(set.spec()).stream()
        .flatMap(
            ordinal ->
                set.spec().claimTemplates().stream()
                    .map(template -> template.name() + "-" + set.name() + "-" + ordinal))
        .filter(name -> isOwned(truth, set, name))
        .findFirst();
  }

  private static boolean isOwned(Truth truth, SetView set, String name) {
    return Optional.ofNullable(truth.claims.get(name))
        .filter(claim -> !claim.meta().isTerminating())
        .filter(
            claim -> claim.meta().owners().stream().anyMatch(one -> one.uid().equals(set.uid())))
        .isPresent();
  }
}
