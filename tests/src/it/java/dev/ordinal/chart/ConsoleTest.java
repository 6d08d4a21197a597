package dev.ordinal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConsoleTest {
  @Test
  void whatHelmLogsOnABusyMachineIsNoPartOfItsOutput() {
    var said =
        """
        E1119 15:40:58.048621    8813 request.go:1198] "Unexpected error when reading response body" err="context canceled"
        NAME: ordinal
        Error: E1119 is told
        """;

    assertThat(Console.plain(said)).isEqualTo("NAME: ordinal\nError: E1119 is told");
  }
}
