package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.sim.patch.MergePatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Some pods of the set, or all, would have a longer name than a host can have.
class LongSetNameTest {
  private final Simulation simulation = new Simulation(1);

  private void set(int replicas, int start) {
    var more =
        ("{metadata: {name: %s}, spec: {replicas: %d, ordinals: {start: %d},"
                + " volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],"
                + " resources: {requests: {storage: 1Gi}}}}]}}")
            .formatted("w".repeat(61), replicas, start);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(more)));
    simulation.run(Duration.ofMinutes(3));
  }

  @Test
  void neitherPodsNorClaimsAreCreatedWhereNoPodIsPossible() {
    set(1, 10);

    assertThat(simulation.ready("reason")).isEqualTo("InvalidSpec");
    assertThat(simulation.list("v1", "pods")).isEmpty();
    assertThat(simulation.list("v1", "persistentvolumeclaims")).isEmpty();
  }

  @Test
  void possiblePodsRunAndNoRequestIsRefused() {
    set(11, 0);

    assertThat(simulation.ready("reason")).isEqualTo("InvalidSpec");
    assertThat(simulation.list("v1", "pods")).hasSize(10);
    assertThat(simulation.trace).noneMatch(line -> line.endsWith(" Refused"));

    simulation.patch(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "w".repeat(61),
        Yaml.read("{spec: {replicas: 10}}"));
    simulation.run(Duration.ofMinutes(1));
    assertThat(simulation.ready("reason")).isEqualTo("Ready");
  }
}
