package dev.ordinal.sim.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A set of three pods at generation 1, as its status tells of it, some minutes after anything has
/// changed.
class WaitsAreExplainedTest {
  private static final String READY = "{type: Ready, status: 'True', reason: Ready, message: m}";
  private static final String UPDATING =
      "{type: Ready, status: 'False', reason: Updating, message: m}";
  private static final String HELD =
      "{type: Ready, status: 'False', reason: PodNotAvailable, message: web-2 is starting}";
  private static final Duration LONG = Duration.ofMinutes(4);

  private static LawFixture fixture(String condition, String more) {
    return new LawFixture(
        new WaitsAreExplained(), "{status: {conditions: [%s]%s}}".formatted(condition, more));
  }

  private static Optional<String> after(LawFixture fixture, Duration silence) {
    fixture.history.tick(LawFixture.NOW);
    var law = new WaitsAreExplained();
    var first = law.judge(fixture.history);
    fixture.history.tick(LawFixture.NOW.plus(silence));
    return first.or(() -> law.judge(fixture.history));
  }

  @Test
  void setAtRestIsDone() {
    assertThat(after(fixture(READY, "").has(0, 1, 2), LONG)).isEmpty();
    assertThat(after(fixture(READY, "").has(0, 1), LONG))
        .contains(
            "web is at rest, neither done nor explained: Ready is True (Ready: m),"
                + " [web-2] left to do, at generation 1 of 1");
    assertThat(after(fixture(READY, "").has(0, 1, 2, 3), LONG)).isPresent();
    assertThat(after(fixture(READY, "").has(0, 1, 2).has(1, LawFixture.DOWN), LONG)).isPresent();
    assertThat(after(fixture("", "").has(0, 1, 2), LONG)).isPresent();
    assertThat(after(fixture(READY, ", observedGeneration: 0").has(0, 1, 2), LONG)).isPresent();
  }

  @Test
  void outdatedPodsAreCounted() {
    var newer = ", updateRevision: v2";
    var told = READY.replace("message: m", "message: '3 of 3; 3 kept at v1 by partition 3'");

    assertThat(after(fixture(READY, newer).has(0, 1, 2), LONG)).isPresent();
    assertThat(after(fixture(told, newer).has(0, 1, 2), LONG)).isEmpty();
    assertThat(after(fixture(told, newer).has(0, 1), LONG)).isPresent();
  }

  @Test
  void whatWaitsIsExplained() {
    var hold =
        ", holds: [{name: web-2, reason: Paused, message: %s, since: '2026-01-01T09:00:00Z'}]";

    assertThat(after(fixture(HELD, "").has(0, 1), LONG)).isEmpty();
    assertThat(after(fixture(UPDATING, "").has(0, 1), LONG)).as("a movement").isPresent();
    assertThat(after(fixture(UPDATING, hold.formatted("m")).has(0, 1), LONG)).isEmpty();
    assertThat(after(fixture(UPDATING, hold.formatted("''")).has(0, 1), LONG)).isPresent();
    assertThat(after(fixture(HELD.replace("web-2 is starting", "''"), "").has(0), LONG))
        .isPresent();
  }

  @Test
  void setThatMovesHasTime() {
    var moving = fixture(UPDATING, "").has(0, 1);
    moving.history.lastWrite = LawFixture.NOW.plus(Duration.ofMinutes(2));
    var contested = fixture(UPDATING, "").has(0, 1);
    contested.history.isContested = true;

    assertThat(after(fixture(UPDATING, "").has(0, 1), Duration.ofMinutes(2))).isEmpty();
    assertThat(after(moving, LONG)).isEmpty();
    assertThat(after(contested, LONG)).isEmpty();
  }
}
