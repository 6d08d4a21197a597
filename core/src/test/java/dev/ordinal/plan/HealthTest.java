package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.life.Health;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          starting | starting
          bound    | starting
          pinned   | starting, but node node-1, which its template names, has not taken it
          unready  | not ready (container main)
          fresh    | ready but not yet for minReadySeconds
          terminating | terminating
          leaving  | terminating
          failed   | failed
          done     | finished
          lost     | out of reach of its node
          pull     | broken (ImagePullBackOff in container main: image image)
          crash    | broken (CrashLoopBackOff in container main)
          init     | broken (CrashLoopBackOff in container setup)
          nowhere  | unschedulable
          """)
  void inWords(String state, String expected) {
    var pod = Picture.of("replicas=1", "0:v1:" + state).snapshot().pods().getFirst();
    assertThat(Health.state(pod).words()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "pull,true",
    "crash,true",
    "nowhere,true",
    "starting,false",
    "unready,false",
    "failed,false",
    "lost,false",
    "terminating,false",
    "ready,false"
  })
  void brokenNeedsProof(String state, boolean expected) {
    var pod = Picture.of("replicas=1", "0:v1:" + state).snapshot().pods().getFirst();
    assertThat(Health.broken(pod).isPresent()).isEqualTo(expected);
  }
}
