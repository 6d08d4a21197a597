package dev.ordinal.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedTest {
  private static final String ENTRY =
      """
      # why there are differences at all

      scenario: update-.*
      difference: order after 'app:2': .*
      reason: ours is faster
      decision: docs/decisions/0006
      """;

  @Test
  void listedDifferenceIsNoSurprise() {
    var allowed = Allowed.parse(ENTRY);

    assertThat(
            allowed.surprises("update-ordered", List.of("order after 'app:2': native [] ours []")))
        .isEmpty();
    assertThat(allowed.outdated()).isEmpty();
  }

  @Test
  void otherDifferenceAndOtherScenarioAreSurprises() {
    var allowed = Allowed.parse(ENTRY);

    assertThat(allowed.surprises("update-ordered", List.of("only ours after 'app:2': pod web-0")))
        .containsExactly("only ours after 'app:2': pod web-0");
    assertThat(allowed.surprises("scale-up", List.of("order after 'app:2': native")))
        .containsExactly("order after 'app:2': native");
  }

  @Test
  void entryThatNothingMatchesIsOutdatedUnlessItIsARace() {
    assertThat(Allowed.parse(ENTRY).outdated()).hasSize(1);
    assertThat(Allowed.parse(ENTRY + "sometimes: yes\n").outdated()).isEmpty();
  }

  @Test
  void everyEntryNeedsAReasonAndADecision() {
    assertThatThrownBy(() -> Allowed.parse("scenario: a\ndifference: b\nreason: c\n"))
        .hasMessageContaining("without a decision");
  }
}
