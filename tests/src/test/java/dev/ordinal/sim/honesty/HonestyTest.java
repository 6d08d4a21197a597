package dev.ordinal.sim.honesty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The simulated API server against the recorded replies of the real one. `HonestyIT` asks the real
/// one again.
class HonestyTest {

  @Test
  void simulatedServerAnswersLikeTheRealOne() {
    assertThat(Differences.between(Script.recorded(), Script.play(new SimSide(), "honesty")))
        .isEmpty();
  }

  @Test
  void playIsTheSameEachTime() {
    assertThat(Script.play(new SimSide(), "honesty"))
        .isEqualTo(Script.play(new SimSide(), "honesty"));
  }

  @Test
  void oneWrongValueIsADifference() {
    var real = Script.recorded();
    var wrong = new ArrayList<>(real);
    var reply = real.getFirst().object("reply").with("code", Json.of(418));
    wrong.set(0, real.getFirst().with("reply", reply));

    assertThat(Differences.between(real, wrong))
        .anySatisfy(line -> assertThat(line).contains("code", "201", "418"));
  }

  @Test
  void scriptAsksEveryKindOfQuestion() {
    var methods = new TreeSet<String>();
    Script.steps().forEach(step -> methods.add(step.method() + " " + step.mediaType()));

    assertThat(Script.steps()).hasSizeGreaterThan(150);
    assertThat(methods)
        .containsAll(
            Set.of(
                "GET ",
                "WATCH ",
                "POST application/json",
                "PUT application/json",
                "DELETE ",
                "DELETE application/json",
                "PATCH application/json-patch+json",
                "PATCH application/merge-patch+json",
                "PATCH application/strategic-merge-patch+json",
                "PATCH application/apply-patch+yaml"));
  }
}
