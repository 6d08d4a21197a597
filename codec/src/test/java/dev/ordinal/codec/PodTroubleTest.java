package dev.ordinal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.PodView;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.life.Health;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a pod shows of its trouble, from the bytes to the words.
class PodTroubleTest {

  private static PodView read(String status) throws IOException {
    var pod =
        Yaml.read(
            """
            {metadata: {name: web-0, uid: u}, spec: {nodeName: node-1, containers: [
              {name: main, image: 'shop:2'}, {name: side, image: 'side:1'}]}, status: {%s}}
            """
                .formatted(status));
    return new PodReader().read(JsonText.write(pod).getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          image, first      | phase: Pending, containerStatuses: [{name: main, ready: false, state: {waiting: {reason: ErrImagePull, message: x}}}] | broken (ImagePullBackOff in container main: image shop:2)
          image, later      | phase: Pending, containerStatuses: [{name: main, ready: false, state: {waiting: {reason: ImagePullBackOff, message: y}}}] | broken (ImagePullBackOff in container main: image shop:2)
          image, named      | phase: Pending, containerStatuses: [{name: main, ready: false, state: {waiting: {reason: ErrImagePull, message: 'failed to pull and unpack image "docker.io/library/shop:2": not found'}}}] | broken (ImagePullBackOff in container main: image shop:2)
          image before      | phase: Pending, conditions: [{type: PodScheduled, status: 'True'}], containerStatuses: [{name: main, ready: false, image: 'shop:1', state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling image "shop:1"'}}}] | starting
          crash             | phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 3, reason: Error}}}] | broken (CrashLoopBackOff in container main: exit code 3)
          out of memory     | phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: OOMKilled}}}] | broken (CrashLoopBackOff in container main: exit code 137, OOMKilled)
          between crashes   | phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 3, state: {running: {}}, lastState: {terminated: {exitCode: 3, reason: Error}}}] | broken (CrashLoopBackOff in container main: exit code 3)
          in the crash      | phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 2, state: {terminated: {exitCode: 3, reason: Error}}}] | broken (CrashLoopBackOff in container main: exit code 3)
          crashed once      | phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 1, state: {running: {}}, lastState: {terminated: {exitCode: 3, reason: Error}}}, {name: side, ready: true}] | not ready (container main, after exit code 3)
          configuration     | phase: Pending, containerStatuses: [{name: main, ready: false, state: {waiting: {reason: CreateContainerConfigError, message: 'configmap "x" not found'}}}] | broken (CreateContainerConfigError in container main: configmap "x" not found)
          one is not ready  | phase: Running, containerStatuses: [{name: main, ready: false, state: {running: {}}}, {name: side, ready: true, state: {running: {}}}] | not ready (container main)
          two are not ready | phase: Running, containerStatuses: [{name: main, ready: false}, {name: side, ready: false}] | not ready (containers main, side)
          lost node         | phase: Running, conditions: [{type: Ready, status: 'False'}], containerStatuses: [{name: main, ready: true}, {name: side, ready: true}] | not ready, though its containers are: node node-1 may be out of reach
          """)
  void inWords(String why, String status, String expected) throws IOException {
    assertThat(Health.state(read(status)).words()).isEqualTo(expected);
  }

  /// Its counts change with every node and every try: the reasons alone are kept.
  @Test
  void schedulerSaysWhyWithoutItsCounts() throws IOException {
    var words =
        "0/5 nodes are available: 1 node(s) had untolerated taint {gpu: true}, 4 Insufficient cpu."
            + " preemption: 0/5 nodes are available: 5 No preemption victims found for incoming pod.";
    var status =
        "phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable,"
            + " message: '"
            + words
            + "'}]";

    assertThat(Health.state(read(status)).words())
        .isEqualTo("unschedulable (Insufficient cpu, node(s) had untolerated taint {gpu: true})");
    assertThat(Health.state(read(status.replace("0/5", "0/7").replace("4 Ins", "6 Ins"))).words())
        .isEqualTo("unschedulable (Insufficient cpu, node(s) had untolerated taint {gpu: true})");
  }

  /// A healthy pod costs no memory for details that nothing uses.
  @Test
  void nothingIsKeptOfAReadyPod() throws IOException {
    var pod =
        read(
            "phase: Running, conditions: [{type: Ready, status: 'True', message: fine},"
                + " {type: PodScheduled, status: 'True', message: fine}], containerStatuses: ["
                + "{name: main, ready: true, restartCount: 1, state: {running: {}},"
                + " lastState: {terminated: {exitCode: 3, reason: Error}}}]");

    assertThat(pod.containers().getFirst().detail()).isEmpty();
    assertThat(pod.conditions()).extracting(PodView.Condition::message).containsOnly("");
  }
}
