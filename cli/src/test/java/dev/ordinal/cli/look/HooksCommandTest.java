package dev.ordinal.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Picture;
import dev.ordinal.view.Overviews;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HooksCommandTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          label that has to go   | replicas=0 preDelete=drain  | 0:v1:ready:PreparingDelete:drain=true | kubectl label pod web-0 drain- -n shop
          label that has to come | replicas=1 preNormal=warm   | 0:v1:ready:PreparingNormal            | kubectl label pod web-0 warm=true --overwrite -n shop
          finalizer              | replicas=0 preDelete=+guard | 0:v1:ready:PreparingDelete:+guard     | kubectl edit pod web-0 -n shop
          """)
  void podIsReleasedByWhatItsHookWaitsFor(String why, String rules, String pods, String command) {
    var set = Overviews.of(Picture.of(rules, pods).snapshot(), List.of());

    assertThat(set.waits())
        .filteredOn(wait -> wait.reason().equals("HookHolds"))
        .extracting(wait -> HooksCommand.release(set, wait))
        .containsExactly(command);
  }
}
