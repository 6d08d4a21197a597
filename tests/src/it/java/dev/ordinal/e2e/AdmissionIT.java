package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the admission plugins of the real API server refuse stops a rollout before a pod is
/// touched, and a resize before a pod is out of service.
@OnRealCluster("the simulated cluster has few of the admission plugins")
@TestInstance(Lifecycle.PER_CLASS)
class AdmissionIT {
  private final Cluster cluster;
  private final Realm realm;

  AdmissionIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @BeforeAll
  void limit() {
    cluster.apply(
        """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: modest}
        spec: {limits: [{type: Container, max: {cpu: '2'}}]}
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: %1$s}
        spec:
          matchConstraints:
            resourceRules:
              - {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}
              - {apiGroups: [''], apiVersions: [v1], operations: [UPDATE], resources: [pods/resize]}
          validations:
            - expression: "has(request.subResource) && request.subResource == 'resize'
                ? !('stiff' in object.metadata.labels)
                : object.spec.containers.all(c, c.image != 'app:bad')"
              message: not this one
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: %1$s}
        spec:
          policyName: %1$s
          validationActions: [Deny]
          matchResources:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
        """
            .formatted(cluster.namespace()));
  }

  @AfterAll
  void stopController() {
    realm.kubectl("delete", "limitrange", "modest");
    for (var kind : List.of("binding", "")) {
      realm.kubectl("delete", "validatingadmissionpolicy" + kind, cluster.namespace());
    }
    realm.close();
  }

  private void apply(String set, String podSpec) {
    cluster.apply(Realm.manifest(set, 2, "", podSpec));
  }

  private void awaitReason(String set, String reason, String words) {
    realm.await(
        set + " to be held by " + reason,
        () ->
            realm.hasSeenNewestSpec(set)
                && realm
                    .condition(set, "Ready")
                    .filter(found -> found.text("reason").equals(reason))
                    .filter(found -> found.text("message").contains(words))
                    .isPresent());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          priority | {priorityClassName: ghost, containers: [{name: app, image: app}]}                     | no PriorityClass with name ghost was found
          runtime  | {runtimeClassName: ghost, containers: [{name: app, image: app}]}                      | RuntimeClass "ghost" not found
          range    | {containers: [{name: app, image: app, resources: {limits: {cpu: '3'}}}]}              | maximum cpu usage per Container is 2
          policy   | {containers: [{name: app, image: 'app:bad'}]}                                         | not this one
          """)
  void refusalStopsTheRolloutBeforeAPodIsTouched(String set, String bad, String words) {
    apply(set, limited("app:1"));
    realm.awaitReady(set);
    var running = realm.pods(set);
    apply(set, bad);

    awaitReason(set, "TemplateRefused", words);
    assertThat(realm.pods(set)).isEqualTo(running);

    apply(set, limited("app:2"));
    realm.awaitReady(set);
    assertThat(realm.revision(set + "-0")).isEqualTo(realm.status(set, "updateRevision"));
  }

  private static String limited(String image) {
    return "{containers: [{name: app, image: '%s', resources: {limits: {cpu: '1'}}}]}"
        .formatted(image);
  }

  private static String sized(String policy, String cpu, String label) {
    return """
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: %1$s}
        spec:
          replicas: 2
          serviceName: %1$s
          podManagementPolicy: Parallel
          selector: {matchLabels: {app: %1$s}}
          updateStrategy: {type: RollingUpdate, rollingUpdate: {podUpdatePolicy: %2$s}}
          template:
            metadata: {labels: {app: %1$s, %4$s: 'yes'}}
            spec:
              readinessGates: [{conditionType: InPlaceUpdateReady}]
              containers:
                - name: app
                  image: app:1
                  resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]
                  resources: {limits: {cpu: '%3$s', memory: 1Gi}}
        """
        .formatted(policy.toLowerCase(Locale.ROOT) + "-" + label, policy, cpu, label);
  }

  /// Requests follow the limits by default: the resize has to name them, or the class would change.
  @Test
  void limitsAloneAreResizedInPlace() {
    cluster.apply(sized("InPlaceOnly", "1", "soft"));
    realm.awaitReady("inplaceonly-soft");
    var running = realm.pods("inplaceonly-soft");
    cluster.apply(sized("InPlaceOnly", "1500m", "soft"));
    realm.await(
        "the resize",
        () ->
            realm
                .revision("inplaceonly-soft-0")
                .equals(realm.status("inplaceonly-soft", "updateRevision")));
    realm.awaitReady("inplaceonly-soft");

    assertThat(realm.pods("inplaceonly-soft")).isEqualTo(running);
  }

  @Test
  void refusedResizeReplacesThePod() {
    var name = "inplaceifpossible-stiff";
    cluster.apply(sized("InPlaceIfPossible", "1", "stiff"));
    realm.awaitReady(name);
    var running = realm.pods(name);
    cluster.apply(sized("InPlaceIfPossible", "1500m", "stiff"));
    realm.awaitUpdated(name, 2);

    assertThat(realm.pods(name)).doesNotContainEntry(name + "-0", running.get(name + "-0"));
  }

  @Test
  void refusedResizeLeavesThePodInServiceWhereItMayNotBeReplaced() {
    var name = "inplaceonly-stiff";
    cluster.apply(sized("InPlaceOnly", "1", "stiff"));
    realm.awaitReady(name);
    var running = realm.pods(name);
    cluster.apply(sized("InPlaceOnly", "1500m", "stiff"));

    awaitReason(name, "InPlaceImpossible", "the API server refuses the resize");
    awaitReason(name, "InPlaceImpossible", "not this one");
    assertThat(realm.pods(name)).isEqualTo(running);
    assertThat(cluster.isReady(name + "-0")).isTrue();
    assertThat(cluster.isReady(name + "-1")).isTrue();
  }
}
