package dev.ordinal.web.act;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePlayerTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a small set is played to the end on a busy machine, 99, 59, false",
    "but not for ever,                                   99, 61, true",
    "a large set is played for a while,                 100,  4, false",
    "and then its beginning is shown,                   100,  6, true",
    "memory is limited too,                           12001,  1, true"
  })
  void playEndsBeforeItsUserStopsWaiting(String rule, int steps, int seconds, boolean isEnough) {
    var nanos = Duration.ofSeconds(seconds).toNanos();
    assertThat(ChangePlayer.isEnough(steps, nanos)).as(rule).isEqualTo(isEnough);
  }
}
