package dev.ordinal.diff;

import java.util.List;
import java.util.stream.Stream;

/// All scenarios.
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> all() {
    return Stream.of(
            ScaleScenarios.all(),
            FailureScenarios.all(),
            UpdateScenarios.all(),
            BudgetScenarios.all(),
            ClaimScenarios.all(),
            OwnerScenarios.all(),
            History.all())
        .flatMap(List::stream)
        .toList();
  }
}
