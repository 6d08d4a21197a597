package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import dev.ordinal.model.SetKey;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.stage.Planner;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The clock of a node is five minutes ahead of ours.
class ReadyTimesTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private static final String RULES = "replicas=2 minReady=10";
  private final Engine engine = new Engine(() -> {});

  @Test
  void readyTimeInTheFutureCountsFromWhenItWasSeen() {
    start("0:v1:ahead");

    assertThat(available(0)).isZero();
    assertThat(available(9)).isZero();
    assertThat(available(10)).isEqualTo(1);
  }

  @Test
  void podStaysAvailableWhenThatFutureHasCome() {
    start("0:v1:ahead");
    assertThat(available(0)).isZero();

    assertThat(available(301)).isEqualTo(1);
  }

  @Test
  void podThatBecomesReadyAgainIsTimedAgain() {
    var times = new ReadyTimes();
    var first = Picture.of(RULES, "0:v1:ahead").snapshot().pods();
    var again = List.of(first.getFirst().readySince(Picture.NOW.plusSeconds(360)));

    assertThat(since(times.corrected(first, Picture.NOW.plusSeconds(20))))
        .isEqualTo(Picture.NOW.plusSeconds(20));
    assertThat(since(times.corrected(again, Picture.NOW.plusSeconds(80))))
        .isEqualTo(Picture.NOW.plusSeconds(80));
    assertThat(since(times.corrected(again, Picture.NOW.plusSeconds(90))))
        .isEqualTo(Picture.NOW.plusSeconds(80));
  }

  @Test
  void timeInThePastCountsAsItIs() {
    start("0:v1:fresh");

    assertThat(available(9)).isZero();
    assertThat(available(10)).isEqualTo(1);
  }

  private void start(String sketch) {
    var seen = Picture.of(RULES, sketch).snapshot();
    engine.sets().listed(List.of(seen.set()), 0);
    engine.pods().listed(seen.pods(), 0);
    engine.claims().listed(List.of(), 0);
    engine.revisions().listed(seen.revisions(), 0);
    engine.classes().listed(List.of(), 0);
  }

  private static Instant since(List<PodView> pods) {
    return pods.getFirst().findCondition("Ready").orElseThrow().since().orElseThrow();
  }

  private int available(long seconds) {
    var now = Picture.NOW.plusSeconds(seconds);
    return Planner.plan(engine.look(WEB, now).orElseThrow()).status().counts().available();
  }
}
