package dev.ordinal.plan.life;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Why a pod fits no node: the same words for as long as the cause is the same.
class SchedulerWordsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one cause            | 0/3 nodes are available: 3 Insufficient cpu. | (Insufficient cpu)
          several, sorted      | 0/5 nodes are available: 2 node(s) had untolerated taint {gpu: true}, 3 Insufficient cpu. | (Insufficient cpu, node(s) had untolerated taint {gpu: true})
          one cause told twice | 0/9 nodes are available: 4 Insufficient cpu, 5 Insufficient cpu. | (Insufficient cpu)
          what it tried        | 0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found. | (Insufficient cpu)
          claims of devices    | 0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available. | (Insufficient cpu)
          claims alone         | 0/1 nodes are available: 1 cannot allocate all claims. no new claims to deallocate | (cannot allocate all claims)
          after a comma        | 0/1 nodes are available: 1 Insufficient cpu, no new claims to deallocate | (Insufficient cpu)
          without a full stop  | 0/1 nodes are available: 1 Insufficient cpu | (Insufficient cpu)
          no nodes             | no nodes available to schedule pods | (no nodes available to schedule pods)
          in its own order     | volume b is in use, volume a too.   | (volume b is in use, volume a too)
          """)
  void causesWithoutTheirCounts(String why, String message, String expected) {
    assertThat(SchedulerWords.of(message)).isEqualTo(" " + expected);
  }

  @ParameterizedTest
  @CsvSource({"''", "' '", "."})
  void schedulerThatSaysNothingIsNotQuoted(String message) {
    assertThat(SchedulerWords.of(message)).isEmpty();
  }
}
