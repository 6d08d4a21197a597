package dev.ordinal.plan.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Picture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrdinalsTest {
  private static Ordinals ordinals(String rules) {
    return Ordinals.of(Picture.of(rules, "").snapshot().set());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas=3                            | 0 1 2
          replicas=0                            |
          replicas=3 start=2                    | 2 3 4
          replicas=4 reserved=1,3               | 0 2 4 5
          replicas=4 reserved=1,3 start=2       | 2 4 5 6
          replicas=4 reserved=1,3 start=3       | 4 5 6 7
          replicas=4 reserved=1,3 start=4       | 4 5 6 7
          replicas=3 start=2 reserved=0,2-5     | 6 7 8
          replicas=3 start=2 reserved=0,4       | 2 3 5
          replicas=4 start=1 reserved=1,3,4     | 2 5 6 7
          replicas=4 reserved=1                 | 0 2 3 4
          replicas=4 reserved=1,3               | 0 2 4 5
          replicas=3 reserved=1,3               | 0 2 4
          replicas=2 reserved=3-5,0-1,1-3       | 6 7
          replicas=3 start=2147483646           | 2147483646 2147483647
          """)
  void wanted(String rules, String expected) {
    var shown = ordinals(rules).ascending().mapToObj(Integer::toString).toList();
    assertThat(String.join(" ", shown)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest(name = "{0} of replicas=4 reserved=1,3 start=0")
  @CsvSource({
    "0,true,0",
    "1,false,1",
    "2,true,1",
    "3,false,2",
    "4,true,2",
    "5,true,3",
    "6,false,4"
  })
  void membershipAndRank(int ordinal, boolean isWanted, long rank) {
    var ordinals = ordinals("replicas=4 reserved=1,3");

    assertThat(ordinals.contains(ordinal)).isEqualTo(isWanted);
    assertThat(ordinals.rank(ordinal)).isEqualTo(rank);
  }

  @Test
  void everythingReservedWantsNothing() {
    var all = " reserved=0-2147483647";

    assertThat(ordinals("replicas=2147483647" + all).ascending().findFirst()).isEmpty();
    assertThat(ordinals("replicas=3" + all).contains(Integer.MAX_VALUE)).isFalse();
  }
}
