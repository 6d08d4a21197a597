package dev.ordinal.diff;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What is played before kruise-manager and before ours.
final class KruiseScenarios {
  /// Of those that are the same on both sides, the ones that each run of all tests plays: at least
  /// one for each feature.
  static final Set<String> OFTEN =
      Set.of(
          "in-place-ordered",
          "in-place-after-grace",
          "in-place-canary",
          "in-place-two-containers",
          "in-place-impossible",
          "two-at-once",
          "replaced-parallel",
          "killed-on-both-sides-of-partition",
          "weights",
          "weights-under-partition",
          "paused-midway",
          "reserved-range",
          "reserved-canary",
          "reserved-live-ordered",
          "streaming",
          "chosen-under-partition",
          "claims-deleted-with-both",
          "failed-parallel",
          "held-scale-down-ordered",
          "held-replacement",
          "held-update-taken-back",
          "held-creation",
          "volumes-grow",
          "volumes-grow-with-update-in-place",
          "volumes-grow-under-partition");

  private KruiseScenarios() {}

  static List<Scenario> all() {
    return Stream.of(
            KruiseUpdateScenarios.all(), KruiseScaleScenarios.all(), KruiseHookScenarios.all())
        .flatMap(List::stream)
        .toList();
  }

  /// All that differ, and some of the others.
  static List<Scenario> often(Allowed allowed) {
    return all().stream()
        .filter(each -> OFTEN.contains(each.name()) || allowed.expectsDifference(each.name()))
        .toList();
  }
}
