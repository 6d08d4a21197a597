package dev.ordinal.diff;

import java.util.List;
import java.util.stream.Stream;

/// What is played before kruise-manager and before ours.
final class KruiseScenarios {
  private KruiseScenarios() {}

  static List<Scenario> all() {
    return Stream.of(
            KruiseUpdateScenarios.all(), KruiseScaleScenarios.all(), KruiseHookScenarios.all())
        .flatMap(List::stream)
        .toList();
  }
}
