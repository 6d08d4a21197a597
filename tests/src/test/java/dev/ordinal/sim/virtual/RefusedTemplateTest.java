package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The new template names a ServiceAccount that does not exist: admission refuses its pods.
class RefusedTemplateTest {
  private static final String GHOST = "{spec: {template: {spec: {serviceAccountName: ghost}}}}";

  private final Simulation simulation = new Simulation(1);

  private void createAccount() {
    simulation.post(
        "v1",
        "serviceaccounts",
        "shop",
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: ghost}}");
  }

  private void set(String patch) {
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(patch)));
    simulation.run(Duration.ofMinutes(1));
  }

  private List<String> pods() {
    return simulation.history.pods.values().stream().map(View::uid).sorted().toList();
  }

  @Test
  void runningPodsAreNotTouchedAndTheRolloutGoesOnWhenItComes() {
    set("{}");
    var running = pods();
    assertThat(running).hasSize(3);
    simulation.patchSet(Yaml.read(GHOST));
    simulation.run(Duration.ofMinutes(10));
    assertThat(pods()).isEqualTo(running);
    assertThat(simulation.ready("reason")).isEqualTo("TemplateRefused");

    createAccount();
    simulation.run(Duration.ofMinutes(2));
    assertThat(pods()).hasSize(3).doesNotContainAnyElementsOf(running);
    assertThat(simulation.ready("reason")).isEqualTo("Ready");
  }

  @Test
  void lostPodComesBackAsItWas() {
    set("{}");
    simulation.patchSet(Yaml.read(GHOST));
    simulation.run(Duration.ofMinutes(1));
    simulation.delete("v1", "pods", "web-1", Json.EMPTY);
    simulation.run(Duration.ofMinutes(1));

    assertThat(simulation.history.pods.values()).hasSize(3).allMatch(pod -> pod.isReady());
    assertThat(simulation.ready("reason")).isEqualTo("TemplateRefused");
  }

  /// The real request is repeated until it is accepted.
  @Test
  void newSetIsToldAndComesWhenItCan() {
    set(GHOST);
    assertThat(pods()).isEmpty();
    assertThat(simulation.ready("reason")).isEqualTo("TemplateRefused");
    assertThat(simulation.trace).anyMatch(line -> line.matches(".*create web-0 .* Refused"));

    createAccount();
    simulation.run(Duration.ofMinutes(2));
    assertThat(pods()).hasSize(3);
    assertThat(simulation.ready("reason")).isEqualTo("Ready");
  }
}
