package dev.ordinal.local.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgesTest {
  @ParameterizedTest
  @CsvSource({
    "PT-5S, <invalid>",
    "PT-1S, 0s",
    "PT0S, 0s",
    "PT119S, 119s",
    "PT2M, 2m",
    "PT2M5S, 2m5s",
    "PT10M5S, 10m",
    "PT179M, 179m",
    "PT3H, 3h",
    "PT3H20M, 3h20m",
    "PT8H20M, 8h",
    "PT47H, 47h",
    "PT48H, 2d",
    "PT50H, 2d2h",
    "PT200H, 8d",
    "PT20000H, 2y103d"
  })
  void theOlderTheCoarser(Duration age, String words) {
    assertThat(Ages.words(age)).isEqualTo(words);
  }
}
