package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The exact number of requests of the standard changes: pods, claims and revisions. Status reports
/// depend on time and are counted apart.
class RequestCountTest {
  private static final String DISK =
      "volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: disk, accessModes:"
          + " [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]";
  private static final String IMAGE =
      "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'app:2'}]}}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          three pods                   | replicas: 3                   |                 | create POD 3, create REVISION 1
          three pods with a disk each  | DISK                          |                 | create CLAIM 3, create POD 3, create REVISION 1
          two more                     | replicas: 3                   | replicas: 5     | create POD 2
          two fewer                    | DISK                          | replicas: 1     | delete POD 2
          none                         | podManagementPolicy: Parallel | replicas: 0     | delete POD 3
          replaced by an update        | DISK                          | IMAGE           | create POD 3, create REVISION 1, delete POD 3
          the same side by side        | podManagementPolicy: Parallel | IMAGE           | create POD 3, create REVISION 1, delete POD 3
          nothing that matters         | replicas: 3                   | minReadySeconds: 0 |
          """)
  void change(String why, String spec, String change, String expected) {
    var simulation = new Simulation(1);
    var set = RandomSpecs.plain();
    var template = "template: {spec: {readinessGates: null}}, " + text(spec);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(set, Yaml.read("{spec: {" + template + "}}")));
    simulation.run(Duration.ofMinutes(2));
    var before = new TreeMap<>(simulation.writes);
    if (change != null) {
      simulation.patchSet(Json.of("spec", Yaml.read("{" + text(change) + "}")));
      simulation.run(Duration.ofMinutes(2));
    }

    assertThat(shown(simulation.writes, change == null ? Map.of() : before))
        .isEqualTo(expected == null ? "" : expected);
  }

  /// Pods with a gate: set once when a pod is new, closed and opened around a change of image.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          three pods with a gate  |         |       | create POD 3, create REVISION 1, strategic_patch POD/status 3
          another image           | app:2   |       | create REVISION 1, strategic_patch POD 3, strategic_patch POD/status 6
          another label           | app:1   | a     | create REVISION 1, strategic_patch POD 3
          both                    | app:2   | a     | create REVISION 1, strategic_patch POD 3, strategic_patch POD/status 6
          """)
  void changeInPlace(String why, String image, String label, String expected) {
    var simulation = new Simulation(1);
    var policy = "updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}";
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read("{spec: {" + policy + "}}")));
    simulation.run(Duration.ofMinutes(2));
    var before = new TreeMap<>(simulation.writes);
    if (image != null) {
      var template =
          """
          {spec: {template: {metadata: {labels: {app: web%s}}, spec: {containers:
            [{name: app, image: '%s'}]}}}}
          """
              .formatted(label == null ? "" : ", tier: " + label, image);
      simulation.patchSet(Yaml.read(template));
      simulation.run(Duration.ofMinutes(2));
    }

    assertThat(shown(simulation.writes, image == null ? Map.of() : before)).isEqualTo(expected);
  }

  /// One pod for each node, and one report for each visible step.
  @Test
  void pull() {
    var simulation = new Simulation(1);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "imagepulljobs",
        "shop",
        """
        {apiVersion: apps.kruise.io/v1beta1, kind: ImagePullJob, metadata: {name: warm},
         spec: {image: 'pull:1', parallelism: 4}}
        """);
    simulation.run(Duration.ofMinutes(2));

    assertThat(shown(simulation.writes, Map.of()))
        .isEqualTo("create POD 4, delete POD 4, merge_patch JOB/status 3");
  }

  private static String text(String words) {
    return words.replace("DISK", DISK).replace("IMAGE", IMAGE);
  }

  private static String shown(Map<String, Integer> after, Map<String, Integer> before) {
    var counts = new TreeMap<String, Integer>();
    after.forEach(
        (what, count) -> {
          var more = count - before.getOrDefault(what, 0);
          if (more > 0 && !what.contains("SET") && !what.startsWith("dry_run ")) {
            counts.put(what, more);
          }
        });
    return String.join(
        ", ",
        counts.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList());
  }
}
