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
public final class Tally {
  private Tally() {}

  /// `find` knows the set's claims by name.
  public static List<ClaimStatus> of(
      SetView set, Collection<PodView> wanted, Function<String, Optional<ClaimView>> find) {
    return set.spec().claimTemplates().stream()
        .map(Wish::of)
        .map(
            wish -> {
              var fitting =
                  wanted.stream()
                      .map(pod -> claim(set, pod, wish))
                      .map(name -> new Case(wish, name, find.apply(name), Optional.empty()))
                      .filter(Case::isCompatible)
                      .toList();
              var ready = fitting.stream().filter(Case::isReady).count();
              return new ClaimStatus(wish.template(), fitting.size(), (int) ready);
            })
        .toList();
  }

  private static String claim(SetView set, PodView pod, Wish wish) {
    return Names.claim(wish.template(), set.name(), Names.ordinal(set.name(), pod.name()));
  }
}
