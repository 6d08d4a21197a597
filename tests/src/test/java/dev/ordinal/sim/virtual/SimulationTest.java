package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The production planner and engine against the simulated cluster, in virtual time.
class SimulationTest {
  private static final int SEEDS = 500;

  @Test
  void setComesUpAndIsUpdatedInOrder() {
    var simulation = new Simulation(1);
    simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set("OrderedReady"));
    simulation.run(Duration.ofSeconds(30));
    simulation.patchSet(Yaml.read(set("OrderedReady").replace("app:1", "app:2")));
    simulation.run(Duration.ofSeconds(30));

    assertThat(simulation.trace.stream().map(line -> line.substring(18)).toList())
        .containsSubsequence("create web-0 web-54c76b5f8b", "claim data-web-1")
        .containsSubsequence("delete web-2 UPDATE", "delete web-1 UPDATE", "delete web-0 UPDATE");
    assertThat(simulation.history.pods.values())
        .hasSize(3)
        .allMatch(pod -> pod.isReady() && pod.containers().getFirst().image().equals("app:2"));
  }

  @Test
  void sameSeedIsTheSameTrace() {
    for (var seed : List.of(7L, 8L, 9L)) {
      var first = ScenarioRun.of(ScenarioMaker.of(seed));
      var second = ScenarioRun.of(ScenarioMaker.of(seed));
      assertThat(first.trace()).isNotEmpty().isEqualTo(second.trace());
      assertThat(first.hash()).isEqualTo(second.hash());
    }
  }

  /// Requests are lost and refused, replies are lost, watch events come late, or old, or not at
  /// all, the controller crashes or has a double, users change the spec back and forth. No law is
  /// broken, and afterwards the set reaches its spec and the controller stops writing.
  ///
  /// The seeds are fixed, so that a build fails only on what it changed; `make sim` plays new ones.
  @Test
  void everyScenarioEndsWell() {
    var faults =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .mapToObj(seed -> ScenarioRun.of(ScenarioMaker.of(seed)))
            .flatMap(
                report ->
                    report.fault().stream()
                        .map(
                            fault ->
                                "make sim SEED=%d: %s".formatted(report.scenario().seed(), fault)))
            .toList();
    assertThat(faults).isEmpty();
  }

  /// Each of them has found something when it was new.
  @ParameterizedTest
  @ValueSource(longs = {404, 1795042289888L, 100473, 101801, 207553, 207908, 3000600})
  void scenarioThatFoundSomethingEndsWell(long seed) {
    assertThat(ScenarioRun.of(ScenarioMaker.of(seed)).fault()).isEmpty();
  }

  static String set(String policy) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web}
        spec:
          replicas: 3
          serviceName: web
          podManagementPolicy: %s
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers: [{name: app, image: 'app:1'}]
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
        .formatted(policy);
  }
}
