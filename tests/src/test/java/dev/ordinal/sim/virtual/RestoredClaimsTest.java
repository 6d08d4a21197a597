package dev.ordinal.sim.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.sim.api.Request;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.reply.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A scale-down that deletes volumes fails because the API server's store does, and the store is
/// restored from a backup.
class RestoredClaimsTest {
  private final Simulation simulation = new Simulation(1);
  private Optional<Refusal> refusal = Optional.empty();

  @BeforeEach
  void failWrites() {
    simulation.server.add(
        (request, _) ->
            request.verb() != Request.Verb.GET && request.verb() != Request.Verb.LIST
                ? refusal
                : Optional.empty());
  }

  private long set(String policy) {
    var spec =
        """
        {spec: {replicas: 3, podManagementPolicy: %s,
          persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Retain},
          volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],
            storageClassName: disk, resources: {requests: {storage: 1Gi}}}}]}}
        """
            .formatted(policy);
    simulation.post(
        "apps.kruise.io/v1beta1",
        "statefulsets",
        "shop",
        MergePatch.apply(RandomSpecs.plain(), Yaml.read(spec)));
    simulation.run(Duration.ofMinutes(1));
    return simulation.server.store().version();
  }

  private void failToScaleDown() {
    simulation.run(Duration.ofSeconds(1));
    simulation.scaleSet(1);
    refusal = Optional.of(Refusal.internal("etcdserver: no leader"));
    simulation.run(Duration.ofSeconds(5));
    refusal = Optional.empty();
  }

  /// What was to be repeated is repeated as soon as the server answers, before the restore is
  /// noticed.
  @ParameterizedTest
  @ValueSource(strings = {"OrderedReady", "Parallel"})
  void volumesOfPodsThatAreWantedAgainStay(String policy) {
    var backup = set(policy);
    var before = uids();
    failToScaleDown();
    simulation.restore(backup);
    simulation.run(Duration.ofMinutes(5));

    assertThat(before).hasSize(3);
    assertThat(uids()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OrderedReady", "Parallel"})
  void volumesOfTheScaleDownGoWhenNothingWasRestored(String policy) {
    set(policy);
    failToScaleDown();
    simulation.run(Duration.ofMinutes(5));

    assertThat(uids()).hasSize(1);
  }

  private List<String> uids() {
    return simulation.list("v1", "persistentvolumeclaims").stream()
        .map(each -> each.object("metadata").text("uid"))
        .toList();
  }
}
