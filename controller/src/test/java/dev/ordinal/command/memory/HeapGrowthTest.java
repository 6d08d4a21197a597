package dev.ordinal.command.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sizes in MB.
class HeapGrowthTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a start                          |   0 |   7 | false
          a small heap has grown           |   0 |   8 | true
          a small heap grows a little      |  10 |  17 | false
          the same, more                   |  10 |  18 | true
          a big heap grows by as much      | 100 | 108 | false
          a big heap has almost grown      | 100 | 149 | false
          a big heap has grown by half     | 100 | 150 | true
          less lives than at the last time | 100 |  60 | false
          """)
  void isCollectedWhenItHasGrownByHalf(String what, long live, long used, boolean isDue) {
    assertThat(new HeapGrowth(live << 20).isDue(used << 20)).as(what).isEqualTo(isDue);
  }
}
