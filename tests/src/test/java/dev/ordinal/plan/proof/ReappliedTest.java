package dev.ordinal.plan.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The user's manifest, applied again after the takeover: `kubectl apply` replaces lists whole, and
/// what Kruise's webhook had filled into the containers is gone from the set.
class ReappliedTest {
  private static Handover reapplied(String state, String image) {
    return Handover.of(
        KruiseState.load(state)
            .with("spec: {template: {spec: {containers: null}}}")
            .with(manifest(image)));
  }

  private static String manifest(String image) {
    return """
        spec:
          template:
            spec:
              containers:
              - name: main
                image: %s
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "0"}]
                resources: {requests: {cpu: 1000m}}
                volumeMounts: [{name: data, mountPath: /data}]
              - name: sidecar
                image: sidecar:1
                env: [{name: KRUISE_CONTAINER_PRIORITY, value: "10"}]
              readinessGates: [{conditionType: InPlaceUpdateReady}]
        """
        .formatted(image);
  }

  @ParameterizedTest
  @ValueSource(strings = {"settled", "alpha", "claims"})
  void unchangedManifestTouchesNothing(String state) {
    var handover = reapplied(state, "app:1");
    var before = handover.uids();

    assertThat(handover.play()).noneMatch(line -> line.contains("revision"));
    assertThat(handover.uids()).isEqualTo(before).hasSize(3);
    assertThat(handover.restarts()).isEmpty();
  }

  /// The first change after it is a rollout as any other, in place where it can be.
  @Test
  void changedManifestIsRolledOutInPlace() {
    var handover = reapplied("settled", "app:2");
    var before = handover.uids();

    assertThat(handover.play()).anyMatch(line -> line.contains("patch web-2 "));
    assertThat(handover.uids()).isEqualTo(before).hasSize(3);
  }
}
