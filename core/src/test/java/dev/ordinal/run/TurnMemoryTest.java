package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Plan.Notice;
import dev.ordinal.plan.Snapshot.DryRunResult;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnMemoryTest {
  private final TurnMemory memory = new TurnMemory();

  @Test
  void noticeThatComesAndGoesIsPublishedOnceInAWhile() {
    var notice = new Notice("NameTaken", "web-0 belongs to someone else");
    assertThat(memory.newNotices(List.of(notice), Views.NOW)).containsExactly(notice);
    assertThat(memory.newNotices(List.of(), Views.NOW)).isEmpty();

    var soon = Views.NOW.plus(Duration.ofMinutes(29));
    assertThat(memory.newNotices(List.of(notice), soon)).isEmpty();
    var later = Views.NOW.plus(Duration.ofMinutes(31));
    assertThat(memory.newNotices(List.of(notice), later)).containsExactly(notice);
  }

  /// A dry run that is accepted after all is no failure of the resize that follows it.
  @Test
  void acceptedDryRunOfAResizeEndsItsFailure() {
    var check = new Action.CheckResize("web-0", Json.EMPTY);
    memory.failures.add(check, "exceeded quota", Views.NOW);

    memory.checked(check, new Outcome.Checked(false, ""), Views.NOW.plusSeconds(1));

    assertThat(memory.findings().failures()).isEmpty();
  }

  @Test
  void newSpecIsAskedForAtOnceAndRefusedUntilThen() {
    var until = Views.NOW.plus(Duration.ofSeconds(30));
    memory.follow(1, Views.NOW);
    memory.dryRun = Optional.of(new DryRunResult("web-1", true, "no", until));

    memory.follow(1, Views.NOW);
    assertThat(memory.findings().dryRun()).contains(new DryRunResult("web-1", true, "no", until));
    memory.follow(2, Views.NOW);
    assertThat(memory.findings().dryRun())
        .contains(new DryRunResult("web-1", true, "no", Views.NOW));
  }

  /// Otherwise a resize that is refused after an accepted dry run would be tried without a pause.
  @Test
  void acceptedDryRunDoesNotEndTheFailureOfTheResize() {
    memory.failures.add(new Action.ResizePod("web-0", Json.EMPTY), "exceeded quota", Views.NOW);

    memory.checked(
        new Action.CheckResize("web-0", Json.EMPTY), new Outcome.Checked(false, ""), Views.NOW);

    assertThat(memory.findings().failures()).hasSize(1);
    memory.done(new Action.ResizePod("web-0", Json.EMPTY), false, Views.NOW);
    assertThat(memory.findings().failures()).isEmpty();
  }

  /// An autoscaler changes the generation, and the resize would be refused again.
  @Test
  void refusedResizeIsRememberedUntilTheTemplateChanges() {
    var small = Json.of("spec", Json.of("cpu", Json.of("1")));
    var large = Json.of("spec", Json.of("cpu", Json.of("2")));
    memory.follow(1, Views.NOW);
    memory.follow(small);
    memory.resizeRefused(new Action.ResizePod("web-0", Json.EMPTY), "no", Views.NOW);

    memory.follow(2, Views.NOW);
    memory.follow(small);
    assertThat(memory.findings().refusedResizes()).hasSize(1);
    memory.follow(3, Views.NOW);
    memory.follow(large);
    assertThat(memory.findings().refusedResizes()).isEmpty();
  }
}
