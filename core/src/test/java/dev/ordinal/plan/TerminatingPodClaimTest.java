package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.Meta.Owner;
import org.junit.jupiter.api.Test;

/// The claim of a wanted pod stays though the pod is terminating: it is owned as the policy says.
class TerminatingPodClaimTest {
  private static final String RULES = "replicas=1 claims=data deleteWithSet";

  @Test
  void claimGetsItsOwnerInParallelAsNatively() {
    assertThat(claimOf(RULES + " parallel")).isEqualTo("own data-web-0 +set");
    assertThat(claimOf("replicas=1 claims=data parallel", Picture.SET))
        .isEqualTo("own data-web-0 -set");
  }

  @Test
  void claimIsLeftInOrderAsNatively() {
    assertThat(claimOf(RULES)).isEqualTo("-");
  }

  @Test
  void claimThatGoesWithItsPodIsKeptForTheNext() {
    assertThat(claimOf(RULES + " parallel deleteWhenScaled", Picture.pod("web-0", "pod-0")))
        .isEqualTo("own data-web-0 +set -pod-0");
  }

  private static String claimOf(String rules, Owner... owners) {
    return Picture.of(rules, "0:v1:terminating").claim("data-web-0", "bound", owners).actions();
  }
}
