package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Action;
import dev.ordinal.plan.Snapshot.Comparison;
import dev.ordinal.plan.Snapshot.Findings;
import dev.ordinal.run.ask.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is remembered of a set that had, or still has, another controller.
class ContestTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private final Engine engine = new Engine(() -> {});
  private long version = 1;

  @BeforeEach
  void list() {
    engine.sets().listed(List.of(), 0);
  }

  private void seen(String kruiseWrote) {
    var set = Views.set("replicas=1");
    var meta = Views.meta("web", "set", ++version, List.of());
    engine.sets().changed(new SetView(meta, set.spec(), set.status(), List.of(), kruiseWrote));
  }

  private Findings findings(Instant now) {
    return engine.look(WEB, now).orElseThrow().findings();
  }

  @Test
  void whatKruiseWroteBeforeIsNoContest() {
    seen("2026-01-01T08:00:00Z");

    assertThat(findings(Views.NOW).isContested()).isFalse();
    seen("2026-01-01T08:00:00Z");
    assertThat(findings(Views.NOW).isContested()).isFalse();
  }

  @Test
  void whatKruiseWritesUnderOurEyesIsOneForAWhile() {
    seen("2026-01-01T08:00:00Z");
    findings(Views.NOW);
    seen("2026-01-01T08:00:05Z");

    assertThat(findings(Views.NOW).isContested()).isTrue();
    assertThat(findings(Views.NOW.plus(Duration.ofMinutes(4))).isContested()).isTrue();
    assertThat(findings(Views.NOW.plus(Duration.ofMinutes(6))).isContested()).isFalse();
  }

  /// Nothing else may happen to the set by then, and its status would go on about kruise-manager.
  @Test
  void setIsLookedAtAgainWhenTheContestIsOver() {
    engine.sets().listed(List.of(), 0);
    engine.pods().listed(List.of(), 0);
    engine.claims().listed(List.of(), 0);
    engine.revisions().listed(List.of(), 0);
    engine.classes().listed(List.of(), 0);
    seen("2026-01-01T08:00:00Z");
    findings(Views.NOW);
    seen("2026-01-01T08:00:05Z");
    findings(Views.NOW);

    var over = Instant.parse("2026-01-01T12:05:00Z");
    assertThat(engine.nextDue()).contains(over);
    assertThat(findings(over).isContested()).isFalse();
  }

  @Test
  void kruiseThatBeginsToWriteIsOneToo() {
    seen("");
    findings(Views.NOW);
    seen("2026-01-01T08:00:05Z");

    assertThat(findings(Views.NOW).isContested()).isTrue();
  }

  /// Our own writes may take the last field that it had written.
  @Test
  void kruisesTracesMayFade() {
    seen("2026-01-01T08:00:00Z");
    findings(Views.NOW);
    seen("");

    assertThat(findings(Views.NOW).isContested()).isFalse();
  }

  @Test
  void comparisonIsRemembered() {
    seen("");
    var set = engine.look(WEB, Views.NOW).orElseThrow().set();
    var compare =
        new Action.CompareTemplates("v1", "hash", set.spec().template(), set.spec().template());
    engine.acted(WEB, compare, new Outcome.Compared(true), Views.NOW);

    assertThat(findings(Views.NOW).comparison()).contains(new Comparison("v1", "hash", true));
  }
}
