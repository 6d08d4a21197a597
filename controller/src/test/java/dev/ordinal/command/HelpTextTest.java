package dev.ordinal.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HelpTextTest {
  @Test
  void linesBreakBetweenWordsAndNotInsideBackticks() {
    assertThat(HelpText.fold("ready for `kubectl apply -f -`, a-b/c d", 12))
        .containsExactly("ready for", "`kubectl apply -f -`,", "a-b/c d");
  }
}
