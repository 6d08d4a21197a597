package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.plan.Plan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StatusPaceTest {
  private static final Condition OTHERS = new Condition("Backup", "True", "", "", Views.NOW);

  /// Each differs from the first in one thing that Kruise would not notice.
  static List<SetStatus> changes() {
    return List.of(
        status(new Counts(3, 3, 3, 3, 3, 2, 3), 0, List.of(), List.of()),
        status(new Counts(3, 3, 3, 3, 3, 3, 2), 0, List.of(), List.of()),
        status(counts(), 1, List.of(), List.of()),
        status(counts(), 0, List.of(OTHERS), List.of()),
        status(counts(), 0, List.of(), List.of(new ClaimStatus("data", 3, 2))));
  }

  private static Counts counts() {
    return new Counts(3, 3, 3, 3, 3, 3, 3);
  }

  private static SetStatus status(
      Counts counts, int collisions, List<Condition> conditions, List<ClaimStatus> claims) {
    return new SetStatus(1, counts, "v1", "v1", collisions, "app=web", conditions, claims);
  }

  private static Plan<SetStatus> plan(SetStatus status) {
    return new Plan<>(List.of(), List.of(), List.of(), status, Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("changes")
  void everyFieldIsWorthAWrite(SetStatus changed) {
    var seen = status(counts(), 0, List.of(), List.of());

    assertThat(new StatusPace().due(seen, plan(changed), Views.NOW)).contains(Views.NOW);
  }

  /// As when two controllers disagree: eleven at once, then one a second.
  @Test
  void whoRepeatsHimselfIsSlowedDown() {
    var seen = status(counts(), 0, List.of(), List.of());
    var ours = plan(status(counts(), 1, List.of(), List.of()));
    var pace = new StatusPace();
    for (var i = 0; i < 11; i++) {
      assertThat(pace.due(seen, ours, Views.NOW)).as("write %d", i).contains(Views.NOW);
      pace.wrote(Views.NOW);
    }
    assertThat(pace.due(seen, ours, Views.NOW)).contains(Views.NOW.plusSeconds(1));

    var later = Views.NOW.plusSeconds(60);
    assertThat(pace.due(seen, ours, later)).contains(later);
  }

  @Test
  void whatIsKnownIsNotWrittenAgain() {
    var seen = status(counts(), 0, List.of(), List.of());

    assertThat(new StatusPace().due(seen, plan(seen), Views.NOW)).isEmpty();
  }
}
