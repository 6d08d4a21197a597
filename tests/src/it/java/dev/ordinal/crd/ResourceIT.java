package dev.ordinal.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api.Merge;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import org.junit.jupiter.api.Test;

/// What a user meets of the custom resource before any controller runs.
@OnCluster
class ResourceIT {
  private static final String BETA = "apis/apps.kruise.io/v1beta1";
  private static final String ALPHA = "apis/apps.kruise.io/v1alpha1";

  @Test
  void exampleIsAcceptedAndDefaulted(Cluster cluster) {
    cluster.kubectl("apply", "-f", "examples/web.yaml");

    var spec = set(cluster, BETA, "web").object("spec");
    assertThat(spec.find("minReadySeconds")).contains(Json.of(10));
    assertThat(spec.find("replicas")).contains(Json.of(3));
    assertThat(spec.find("progressDeadlineSeconds")).contains(Json.of(600));
    assertThat(spec.find("revisionHistoryLimit")).contains(Json.of(10));
    assertThat(spec.text("podManagementPolicy")).isEqualTo("OrderedReady");
    assertThat(spec.object("volumeClaimUpdateStrategy").text("type")).isEqualTo("OnDelete");
    assertThat(spec.object("persistentVolumeClaimRetentionPolicy"))
        .isEqualTo(Json.of("whenDeleted", Json.of("Retain")).with("whenScaled", Json.of("Retain")));
    assertThat(spec.object("updateStrategy"))
        .isEqualTo(
            Json.of("type", Json.of("RollingUpdate"))
                .with(
                    "rollingUpdate",
                    Json.of("partition", Json.of(0))
                        .with("maxUnavailable", Json.of(1))
                        .with("podUpdatePolicy", Json.of("ReCreate"))));
  }

  @Test
  void olderVersionLosesNothing(Cluster cluster) {
    cluster.apply(named("older", "reserveOrdinals: ['5-7'], lifecycle: {preDelete: {}}"));
    var before = set(cluster, BETA, "older").object("spec");

    var path = "/%s/namespaces/%s/statefulsets/older".formatted(ALPHA, cluster.namespace());
    var note = Json.of("metadata", Json.of("annotations", Json.of("note", Json.of("alpha"))));
    assertThat(cluster.api().patch(path, Merge.PLAIN, note).isOk()).isTrue();

    assertThat(set(cluster, ALPHA, "older").object("spec")).isEqualTo(before);
    assertThat(set(cluster, BETA, "older").object("spec")).isEqualTo(before);
  }

  @Test
  void unknownTemplateFieldsSurviveAndUnknownSpecFieldsAreRefused(Cluster cluster) {
    cluster.apply(named("open", "volumeClaimTemplates: [{metadata: {name: a}, unheardOf: kept}]"));

    assertThat(set(cluster, BETA, "open").object("spec").items("volumeClaimTemplates"))
        .containsExactly(
            Json.of("metadata", Json.of("name", Json.of("a"))).with("unheardOf", Json.of("kept")));
    assertThat(cluster.refusedApply(named("typo", "minReadySecond: 3")))
        .contains("unknown field \"spec.minReadySecond\"");
  }

  @Test
  void kubectlKnowsColumnsScaleAndExplanations(Cluster cluster) {
    cluster.apply(named("seen", "replicas: 2"));
    cluster.kubectl("scale", "asts", "seen", "--replicas=5");

    assertThat(set(cluster, BETA, "seen").object("spec").find("replicas")).contains(Json.of(5));
    assertThat(cluster.kubectl("get", "asts", "seen", "-o", "wide").lines().findFirst().orElse(""))
        .matches(
            "NAME +DESIRED +CURRENT +UPDATED +READY +AGE +CONTAINERS +IMAGES +AVAILABLE +STATUS");
    assertThat(cluster.kubectl("explain", "asts.spec.reserveOrdinals"))
        .contains("Ordinals that no pod may have");
    assertThat(cluster.kubectl("get", "all")).contains("statefulset.apps.kruise.io/seen");
  }

  @Test
  void countsAreZeroBeforeTheFirstReport(Cluster cluster) {
    cluster.apply(named("early", "replicas: 2"));

    assertThat(cluster.kubectl("get", "asts", "early", "--no-headers"))
        .matches("(?s)early +2 +0 +0 +0 +\\S+ +0\\s*");
    cluster.kubectl("scale", "asts", "early", "--replicas=3");
    assertThat(cluster.kubectl("get", "asts", "early", "--no-headers"))
        .matches("(?s)early +3 +0 +0 +0 +\\S+ +0\\s*");
    assertThat(set(cluster, BETA, "early").object("status").find("observedGeneration")).isEmpty();
  }

  private static Json.Obj set(Cluster cluster, String version, String name) {
    return cluster.find(version, "statefulsets", name).orElseThrow();
  }

  /// A small set; `fields` are further members of its spec.
  private static String named(String name, String fields) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %s}
        spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}, %s}
        """
        .formatted(name, fields);
  }
}
