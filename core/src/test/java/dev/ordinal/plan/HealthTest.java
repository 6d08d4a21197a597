package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView.Condition;
import dev.ordinal.model.PodView.Phase;
import dev.ordinal.plan.life.Health;
import java.util.List;
import java.util.Optional;
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

  /// What the kubelet tells of each container becomes the words for the pod.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          crashes in a loop          | main:restarts=2:detail=exit_code_1:exited      | broken (CrashLoopBackOff in container main: exit code 1)
          crashed once               | main:restarts=1:detail=exit_code_1:exited      | not ready (container main, after exit code 1)
          restarted, no crash is told | main:restarts=2                               | not ready (container main)
          told of something else     | main:restarts=2:detail=no_such_key             | not ready (container main)
          another one has crashed    | main:ready side:restarts=1:detail=exit_code_2:exited | not ready (container side, after exit code 2)
          two are not ready          | main side log:ready                            | not ready (containers main, side)
          pull fails, first and then | main:waiting=ErrImagePull                      | broken (ImagePullBackOff in container main: image app)
          cannot be created          | main:waiting=CreateContainerError:detail=no_command | broken (CreateContainerError in container main: no command)
          waits for nothing bad      | main:waiting=PodInitializing                   | not ready (container main)
          """)
  void runningPodTellsOfItsContainers(String why, String containers, String expected) {
    var pod = PodCopy.of("0:v1:unready").containers(containers).pod();

    assertThat(Health.state(pod).words()).isEqualTo(expected);
    assertThat(Health.state(pod).isBroken()).isEqualTo(expected.startsWith("broken"));
  }

  /// All containers are ready, and the pod is not.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the kubelet has not said so yet |               |              | not ready
          nothing on the pod tells why    |               | Ready=False  | not ready, though its containers are: node node-1 may be out of reach
          a gate that is not set yet      | first second  | Ready=False  | not ready (readiness gate first)
          the second gate is closed       | first second  | first=True second=False Ready=False | not ready (readiness gate second)
          all gates are open              | first second  | first=True second=True Ready=False | not ready, though its containers are: node node-1 may be out of reach
          """)
  void podWhoseContainersAreReadyTellsOfItsGates(
      String why, String gates, String conditions, String expected) {
    var pod = PodCopy.of("0:v1:unready").containers("main:ready");
    if (gates != null) {
      pod = pod.gates(List.of(gates.split(" ")));
    }
    for (var word : conditions == null ? new String[0] : conditions.split(" ")) {
      var isTrue = word.endsWith("=True");
      pod = pod.condition(new Condition(word.split("=")[0], isTrue, "", Optional.empty()));
    }

    assertThat(Health.state(pod.pod()).words()).isEqualTo(expected);
  }

  /// A pod of which no container has ever run holds nothing that its successor would lack.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing is known of it     | NONE    | main            | false
          its containers are created | PENDING | main            | false
          it prepares itself         | PENDING | main side:id=c1 | true
          it was restarted           | PENDING | main:restarts=1 | true
          it runs                    | RUNNING | main            | true
          its node is lost           | UNKNOWN | main            | true
          it has failed              | FAILED  | main            | true
          """)
  void podHasStartedWithItsFirstContainer(
      String why, Phase phase, String containers, boolean expected) {
    var pod = PodCopy.of("0:v1:creating").phase(phase).containers(containers).pod();

    assertThat(Health.hasStarted(pod)).isEqualTo(expected);
  }
}
