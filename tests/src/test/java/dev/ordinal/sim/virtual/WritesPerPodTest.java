package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the standard rollouts write for each pod, status reports included, in virtual time: the
/// part of `make bench` that does not depend on the machine. What is possible with the least status
/// is 1 for a creation, 2 for a replacement and 3 for an update in place.
class WritesPerPodTest {
  private static final Map<String, String> WORDS =
      Map.of(
          "PARALLEL",
          "podManagementPolicy: Parallel, template: {spec: {readinessGates: null}}",
          "ORDERED",
          "template: {spec: {readinessGates: null}}",
          "GATE",
          "podManagementPolicy: Parallel",
          "A TENTH",
          "updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}",
          "IN PLACE",
          "updateStrategy: {rollingUpdate: {maxUnavailable: 20%, podUpdatePolicy: InPlaceIfPossible}}",
          "DISK",
          "volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: disk,"
              + " accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]",
          "IMAGE",
          "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image:"
              + " 'app:2'}]}}");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          created in order     | 20  | replicas: 20, ORDERED             |              | 1.75
          updated in order     | 20  | replicas: 20, ORDERED             | IMAGE        | 3.2
          created side by side | 100 | replicas: 100, PARALLEL           |              | 1.1
          updated, a tenth     | 100 | replicas: 100, PARALLEL, A TENTH  | IMAGE        | 2.15
          with a claim each    | 50  | replicas: 50, PARALLEL, DISK      |              | 2.2
          scaled to zero       | 50  | replicas: 50, PARALLEL            | replicas: 0  | 1.1
          with a gate          | 50  | replicas: 50, GATE                |              | 2.2
          updated in place     | 50  | replicas: 50, GATE, IN PLACE      | IMAGE        | 3.2
          at rest              | 50  | replicas: 50, PARALLEL            | replicas: 50 | 0
          """)
  void rollout(String why, int pods, String spec, String change, double limit) {
    var simulation = new Simulation(1);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), spec(spec)));
    simulation.run(Duration.ofMinutes(5));
    var before = change == null ? 0 : writes(simulation);
    if (change != null) {
      simulation.patchSet(spec(change));
      simulation.run(Duration.ofMinutes(5));
    }

    assertThat((writes(simulation) - before) / (double) pods).isLessThanOrEqualTo(limit);
  }

  private static Json.Obj spec(String words) {
    var text = words;
    for (var word : WORDS.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    return Yaml.read("{spec: {" + text + "}}");
  }

  private static int writes(Simulation simulation) {
    return simulation.writes.entrySet().stream()
        .filter(each -> !each.getKey().startsWith("dry_run "))
        .mapToInt(each -> each.getValue())
        .sum();
  }
}
