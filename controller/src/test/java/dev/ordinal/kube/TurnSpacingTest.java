package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.SetKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnSpacingTest {
  private static final SetKey WEB = new SetKey("shop", "web");
  private static final SetKey DB = new SetKey("shop", "db");
  private static final long MILLI = 1_000_000;

  private final List<Long> waits = new ArrayList<>();
  private long now = 5;
  private final TurnSpacing spacing =
      new TurnSpacing(
          () -> now,
          pause -> {
            waits.add(pause / MILLI);
            now += pause;
          });

  private void look(SetKey key, long millis) {
    spacing.look(key, () -> now += millis * MILLI);
  }

  @Test
  void nextLookAtALargeSetWaitsThreeTimesAsLongAsTheLastOneTook() {
    look(WEB, 2);
    look(WEB, 2);

    assertThat(waits).containsExactly(6L);
  }

  @Test
  void noLookWaitsLong() {
    look(WEB, 500);
    look(WEB, 500);

    assertThat(waits).containsExactly(20L);
  }

  @Test
  void smallSetWaitsForNothing() {
    look(WEB, 0);
    look(WEB, 0);

    assertThat(waits).isEmpty();
  }

  @Test
  void lookAfterAQuietTimeWaitsForNothing() {
    look(WEB, 2);
    now += 6 * MILLI;
    look(WEB, 2);

    assertThat(waits).isEmpty();
  }

  @Test
  void otherSetsDoNotWait() {
    look(WEB, 2);
    look(DB, 2);

    assertThat(waits).isEmpty();
  }

  @Test
  void removedSetIsForgotten() {
    look(WEB, 2);
    spacing.forget(WEB);
    look(WEB, 2);

    assertThat(waits).isEmpty();
  }
}
