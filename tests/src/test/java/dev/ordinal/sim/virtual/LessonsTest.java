package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Bugs that scenarios have found, each in as few steps as possible. The laws apply too: with the
/// bug each of these simulations breaks one.
class LessonsTest {
  private final Simulation simulation = new Simulation(1);

  private void create(String more) {
    var spec = Yaml.read("{spec: " + more + "}");
    var set = MergePatch.apply(RandomSpecs.plain(), spec);
    assertThat(simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set).isOk())
        .isTrue();
    simulation.run(Duration.ofSeconds(20));
  }

  private void patch(String spec) {
    assertThat(simulation.patchSet(Json.of("spec", Yaml.read(spec))).isOk()).isTrue();
    simulation.run(Duration.ofSeconds(20));
  }

  private static String template(String label, String image) {
    return """
        {template: {metadata: {labels: {app: web, tier: %s}},
         spec: {readinessGates: [{conditionType: InPlaceUpdateReady}],
          containers: [{name: app, image: '%s'}]}}}
        """
        .formatted(label, image);
  }

  private boolean isOpen(String pod) {
    return Objects.requireNonNull(simulation.history.pods.get(pod))
        .findCondition("InPlaceUpdateReady")
        .orElseThrow()
        .isTrue();
  }

  /// The image cannot be pulled, and the next template changes a label alone.
  @Test
  void gateStaysClosedWhileAnEarlierImageIsAwaited() {
    create("{updateStrategy: {rollingUpdate: {podUpdatePolicy: InPlaceIfPossible}}}");
    patch(template("a", "app:missing"));
    patch(template("b", "app:missing"));
    assertThat(isOpen("web-2")).isFalse();

    patch(template("b", "app:3"));
    simulation.run(Duration.ofMinutes(5));
    assertThat(simulation.history.pods.values())
        .allMatch(pod -> pod.isReady() && pod.containers().getFirst().image().equals("app:3"));
  }

  /// With a clock that is behind, pods seem to become ready in the future.
  @Test
  void readyPodIsNotStuckThoughTheClockIsBehind() {
    create(
        """
        {volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}, volumeClaimTemplates:
          [{metadata: {name: data}, spec: {storageClassName: disk, accessModes: [ReadWriteOnce],
            resources: {requests: {storage: 1Gi}}}}]}
        """);
    simulation.controller.skew(Duration.ofSeconds(-30));
    patch(template("a", "app:2").replace("{template", "{minReadySeconds: 10, template"));
    patch(template("b", "app:3"));

    assertThat(simulation.trace).noneMatch(line -> line.contains("STUCK"));
  }
}
