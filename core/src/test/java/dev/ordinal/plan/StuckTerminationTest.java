package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.draw.Sketch;
import dev.ordinal.plan.stage.Planner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A pod that is deleted should be gone half a minute after its grace period, which ends now in a
/// picture. What keeps it then is told, for nothing else will.
class StuckTerminationTest {
  private static final Instant END = Picture.NOW.plusSeconds(30);

  private static Snapshot seen(String rules, String pods, Instant now) {
    return Picture.of(rules, pods).snapshot().at(now);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          in its time        | replicas=0           | 0:v1:terminating              | 29 | hold web-0 PodTerminating[pod=web-0]
          its node is silent | replicas=0           | 0:v1:terminating              | 30 | hold web-0 TerminationStuck[by=node node-1 has not confirmed its end]
          a finalizer is left | replicas=0 parallel | 0:v1:terminating:+guard       | 30 | hold web-0 TerminationStuck[by=kept by finalizer guard]
          two are left       | replicas=0           | 0:v1:terminating:+guard:+sync | 60 | hold web-0 TerminationStuck[by=kept by finalizer guard, sync]
          it is wanted again | replicas=1           | 0:v1:terminating              | 30 | hold web-0 TerminationStuck[by=node node-1 has not confirmed its end]
          """)
  void podThatShouldBeGoneTellsWhatKeepsIt(
      String why, String rules, String pods, int seconds, String expected) {
    var plan = Planner.plan(seen(rules, pods, Picture.NOW.plusSeconds(seconds)));

    assertThat(Sketch.show(plan)).isEqualTo(expected + "\n");
  }

  @Test
  void podOnNoNodeHasNoneToWaitFor() {
    var seen = seen("replicas=0", "0:v1:terminating", END);
    var unbound = new PodCopy(seen.pods().getFirst()).node("").pod();

    assertThat(Sketch.show(Planner.plan(seen.withPods(List.of(unbound)))))
        .isEqualTo("hold web-0 TerminationStuck[by=it is on no node]\n");
  }

  /// No event comes when the time is over.
  @Test
  void endOfTheTimeWakesThePlanner() {
    var rules = "replicas=0";
    var before = END.minus(Duration.ofMillis(1));

    assertThat(Planner.plan(seen(rules, "0:v1:terminating", before)).wake()).contains(END);
    assertThat(Planner.plan(seen(rules, "0:v1:terminating", END)).wake().filter(END::equals))
        .isEmpty();
  }

  /// It waits for the pod that goes before it, and nothing is wrong with itself.
  @Test
  void podThatWaitsForTheNextIsNotStuck() {
    var pods = "0:v1:ready 1:v1:terminating";

    assertThat(Sketch.show(Planner.plan(seen("replicas=0", pods, END))))
        .isEqualTo(
            """
            hold web-1 TerminationStuck[by=node node-1 has not confirmed its end]
            hold web-0 PodTerminating[pod=web-1]
            """);
  }

  /// The one below is unwell, and goes after it.
  @Test
  void podThatTerminatesWaitsForNoOther() {
    var pods = "0:v1:unready 1:v1:terminating";

    assertThat(Picture.of("replicas=0", pods).show())
        .startsWith("hold web-1 PodTerminating[pod=web-1]\n");
  }
}
