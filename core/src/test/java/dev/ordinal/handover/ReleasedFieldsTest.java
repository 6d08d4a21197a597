package dev.ordinal.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `every-field.yaml` has every field of the schema (`DriftTest`), so a field that is added to it
/// shows here what becomes of it where there is no such field.
class ReleasedFieldsTest {
  private static final Json.Obj FULL =
      Yaml.documents("core/src/test/resources/api/every-field.yaml").getFirst();
  private static final Manifest RELEASED = Manifest.of(FULL, Way.RELEASE);

  @Test
  void nativeSetGetsNativeFieldsOnly() {
    var spec = RELEASED.body().object("spec");

    assertThat(spec.members().keySet())
        .isSubsetOf(
            "replicas",
            "ordinals",
            "selector",
            "template",
            "volumeClaimTemplates",
            "serviceName",
            "podManagementPolicy",
            "revisionHistoryLimit",
            "minReadySeconds",
            "updateStrategy",
            "persistentVolumeClaimRetentionPolicy");
    assertThat(spec.object("updateStrategy").object("rollingUpdate").members().keySet())
        .containsExactlyInAnyOrder("partition", "maxUnavailable");
  }

  @Test
  void everyOtherFieldIsTold() {
    assertThat(RELEASED.losses().stream().map(loss -> loss.substring(0, loss.indexOf(": "))))
        .containsExactlyInAnyOrderElementsOf(
            List.of(
                "spec.reserveOrdinals",
                "spec.scaleStrategy",
                "spec.lifecycle",
                "spec.progressDeadlineSeconds",
                "spec.volumeClaimUpdateStrategy",
                "spec.template.spec.readinessGates",
                "spec.updateStrategy.rollingUpdate.inPlaceUpdateStrategy",
                "spec.updateStrategy.rollingUpdate.paused",
                "spec.updateStrategy.rollingUpdate.podUpdatePolicy",
                "spec.updateStrategy.rollingUpdate.unorderedUpdate"));
  }
}
