package dev.ordinal.cli.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import dev.ordinal.view.SetOverview;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationTest {
  private static SetOverview of(String rules, String pods) {
    return Overviews.of(Picture.of(rules, pods).snapshot(), List.of());
  }

  private static Reservation ordinals(String words) {
    return Reservation.of(Arrays.asList(words.split(" ")));
  }

  private static String spec(ChangeRequest request) {
    return JsonText.write(request.body().object("spec"));
  }

  @ParameterizedTest(name = "{0}: {1} {2} gives {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          a number is added                | reserved=1     | 3     | {"reserveOrdinals":[1,3]}
          a range is added                 | replicas=3     | 5-7   | {"reserveOrdinals":["5-7"]}
          only what is missing is added    | reserved=5-7   | 4-8   | {"reserveOrdinals":["5-7",4,8]}
          the same twice is added once     | replicas=3     | 4 4   | {"reserveOrdinals":[4]}
          the highest number can be added  | replicas=3     | 2147483647 | {"reserveOrdinals":[2147483647]}
          what is there already is no change | reserved=1,5-7 | 6 1   | -
          """)
  void ordinalsAreReserved(String why, String rules, String words, String spec) {
    var request = ReserveCommand.decide(of(rules, ""), ordinals(words));
    assertThat(request.isEmpty() ? null : spec(request)).isEqualTo(spec);
  }

  @ParameterizedTest(name = "{0}: {1} {2} gives {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          a number goes                  | reserved=1,3   | 3     | {"reserveOrdinals":[1]}
          the last one goes              | reserved=1     | 1     | {"reserveOrdinals":[]}
          a range loses its middle       | reserved=5-9   | 7     | {"reserveOrdinals":["5-6","8-9"]}
          a range loses its ends         | reserved=5-7   | 7 5   | {"reserveOrdinals":[6]}
          two entries lose a part        | reserved=1-3,5 | 2-9   | {"reserveOrdinals":[1]}
          what is not there is no change | reserved=1,3   | 2 4-9 | -
          """)
  void ordinalsAreNoLongerReserved(String why, String rules, String words, String spec) {
    var request = UnreserveCommand.decide(of(rules, ""), ordinals(words));
    assertThat(request.isEmpty() ? null : spec(request)).isEqualTo(spec);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"web-1", "x", "-1", "7-5", "2147483648", "5-", "1.5", "99999999999", "1,2"})
  void whatIsNoOrdinalIsRefused(String word) {
    assertThatThrownBy(() -> ordinals(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'%s' is no ordinal: write a number such as 3, or a range such as 5-7.", word);
  }

  @Test
  void podWithAReservedOrdinalMoves() {
    var set = of("replicas=3", "0:v1:ready 1:v1:ready 2:v1:ready");
    var request = ReserveCommand.decide(set, ordinals("1 4"));
    assertThat(request.words()).isEqualTo("reserveOrdinals: none becomes 1, 4");
    assertThat(request.effect()).containsExactly("deleted: web-1", "created: web-3");
    assertThat(request.body().object("metadata").text("uid")).isEqualTo(set.uid());
  }

  @Test
  void podMovesBack() {
    var set = of("replicas=2 reserved=1", "0:v1:ready 2:v1:ready");
    var request = UnreserveCommand.decide(set, ordinals("1"));
    assertThat(request.words()).isEqualTo("reserveOrdinals: 1 becomes none");
    assertThat(request.effect()).containsExactly("deleted: web-2", "created: web-1");
  }

  @Test
  void ordinalBeyondTheLastPodMovesNothing() {
    var set = of("replicas=2", "0:v1:ready 1:v1:ready");
    assertThat(ReserveCommand.decide(set, ordinals("5-7")).effect())
        .containsExactly("no pod is created or deleted by this");
  }

  @Test
  void nothingToChangeIsTold() {
    var set = of("replicas=2 reserved=5-7", "0:v1:ready 1:v1:ready");
    assertThat(ReserveCommand.decide(set, ordinals("6")).words()).isEqualTo("Reserved already: 6.");
    assertThat(UnreserveCommand.decide(set, ordinals("8 9")).words())
        .isEqualTo("Not reserved: 8, 9.");
  }

  @Test
  void lowestOrdinalCounts() {
    var set = of("replicas=2 start=3", "3:v1:ready 4:v1:ready");
    assertThat(ReserveCommand.decide(set, ordinals("3")).effect())
        .containsExactly("deleted: web-3", "created: web-5");
  }
}
