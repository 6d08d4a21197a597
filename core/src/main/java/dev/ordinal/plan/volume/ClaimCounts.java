package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Names;
import dev.ordinal.model.PodView;
import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.SetView;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Counts, for each claim template, the claims that have come to it: `status.volumeClaims`.
public final class ClaimCounts {
  private ClaimCounts() {}

  /// `find` knows the set's claims by name.
  public static List<ClaimStatus> of(
      SetView set, Collection<PodView> pods, Function<String, Optional<ClaimView>> find) {
    return set.spec().claimTemplates().stream()
        .map(WantedClaim::of)
        .map(
            wanted -> {
              var fitting =
                  pods.stream()
                      .map(pod -> claim(set, pod, wanted))
                      .map(
                          name ->
                              new ClaimComparison(wanted, name, find.apply(name), Optional.empty()))
                      .filter(ClaimComparison::isCompatible)
                      .toList();
              var ready = fitting.stream().filter(ClaimComparison::isReady).count();
              return new ClaimStatus(wanted.template(), fitting.size(), (int) ready);
            })
        .toList();
  }

  private static String claim(SetView set, PodView pod, WantedClaim wanted) {
    return Names.claim(wanted.template(), set.name(), Names.ordinal(set.name(), pod.name()));
  }
}
