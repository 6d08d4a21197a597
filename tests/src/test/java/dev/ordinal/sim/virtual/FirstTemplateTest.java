package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The first template of a new set is wrong, so that the set has never been well, and the user
/// corrects it.
class FirstTemplateTest {
  private static final String SOUND = "{volumes: null, containers: [{name: app, image: 'app:2'}]}";

  private final Simulation simulation = new Simulation(1);

  private void create(String pod) {
    var set = MergePatch.apply(RandomSpecs.plain(), template(pod));
    simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set);
    simulation.run(Duration.ofMinutes(1));
  }

  private void correct() {
    simulation.patchSet(template(SOUND));
    simulation.run(Duration.ofMinutes(1));
  }

  private static Json.Obj template(String pod) {
    return Yaml.read("{spec: {template: {spec: %s}}}".formatted(pod));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{volumes: [{name: conf, configMap: {name: nope}}]}",
        "{containers: [{name: app, image: 'app:1', envFrom: [{configMapRef: {name: nope}}]}]}",
        "{containers: [{name: app, image: 'app:missing'}]}",
        "{containers: [{name: app, image: 'app:crash'}]}",
        "{initContainers: [{name: setup, image: 'app:missing'}]}",
        "{nodeSelector: {no: such}}"
      })
  void podThatCannotStartIsReplacedByTheCorrectedTemplate(String pod) {
    create(pod);
    assertThat(simulation.history.pods.keySet()).containsExactly("web-0");
    simulation.patchSet(
        Yaml.read("{spec: {template: {spec: {initContainers: null, nodeSelector: null}}}}"));
    correct();

    assertThat(simulation.ready("message")).isEqualTo("3 of 3 pods are available");
  }

  @Test
  void podWithoutContainersTellsWhereItsEventsAre() {
    create("{volumes: [{name: conf, configMap: {name: nope}}]}");

    assertThat(simulation.ready("message"))
        .matches(
            "web-0 is starting; no container has started since 2026-01-01T00:00:0.Z,"
                + " kubectl describe pod web-0 shows why");
  }

  /// As natively it is waited for, and the advice works.
  @Test
  void podThatRunsAndIsNotReadyIsReplacedWhenItIsDeletedByHand() {
    create("{containers: [{name: app, image: 'app:never-ready'}]}");
    correct();
    assertThat(simulation.ready("message"))
        .isEqualTo(
            "web-0 is not ready (container app); it gets the new template when it is ready,"
                + " or after kubectl delete pod web-0");

    simulation.delete("v1", "pods", "web-0", Json.EMPTY);
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("message")).isEqualTo("3 of 3 pods are available");
  }

  @Test
  void claimOfAnUnknownStorageClassIsMadeAnewWhenItIsDeletedByHand() {
    var claims =
        """
        {spec: {volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: %s,
          accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}
        """;
    var set = MergePatch.apply(RandomSpecs.plain(), Yaml.read(claims.formatted("nope")));
    simulation.post("apps.kruise.io/v1beta1", "statefulsets", "shop", set);
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("message"))
        .contains("claim data-web-0 waits for StorageClass nope, which does not");

    simulation.patchSet(Yaml.read(claims.formatted("disk")));
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("message"))
        .endsWith("kubectl delete pvc data-web-0 makes room for one of StorageClass disk");
    simulation.delete("v1", "persistentvolumeclaims", "data-web-0", Json.EMPTY);
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("message")).isEqualTo("3 of 3 pods are available");
  }
}
