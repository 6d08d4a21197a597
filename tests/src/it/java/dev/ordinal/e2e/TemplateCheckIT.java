package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.OnRealCluster;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A dry run on the API server precedes the first pod of a template. A refusal is quoted and
/// touches no running pod; what a dry run cannot tell is left to the real creation.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class TemplateCheckIT {
  private static final String GOOD = "{containers: [{name: app, image: 'app:1'}]}";
  private static final String BETTER = "{containers: [{name: app, image: 'app:2'}]}";

  private final Cluster cluster;
  private final Realm realm;

  TemplateCheckIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.realm = Realm.open(cluster, folder);
  }

  @AfterAll
  void stopController() {
    realm.close();
  }

  private void apply(String set, String podSpec) {
    cluster.apply(Realm.manifest(set, 2, "", podSpec));
  }

  private void awaitRefusal(String set, String words) {
    realm.await(
        set + " to be refused",
        () ->
            realm.hasSeenNewestSpec(set)
                && realm
                    .condition(set, "Ready")
                    .filter(found -> found.text("reason").equals("TemplateRefused"))
                    .isPresent());
    var condition = realm.condition(set, "Ready").orElseThrow();
    assertThat(condition.text("status")).isEqualTo("False");
    assertThat(condition.text("message")).contains(words);
    realm.await("an event", () -> !realm.events(set, "TemplateRefused").isEmpty());
    assertThat(realm.events(set, "TemplateRefused"))
        .anyMatch(message -> message.contains(words))
        .hasSize(1);
    assertThat(realm.kubectl("get", "asts", set, "--no-headers")).contains("TemplateRefused");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          typo     | {contianers: [{name: app, image: app}]}                                          | unknown field "spec.contianers"
          field    | {containers: [{name: app, image: app, imagePullPolcy: Never}]}                   | unknown field "spec.containers[0].imagePullPolcy"
          port     | {containers: [{name: app, image: app, ports: [{containerPort: 99999}]}]}         | spec.containers[0].ports[0].containerPort: Invalid value: 99999
          quantity | {containers: [{name: app, image: app, resources: {limits: {cpu: plenty}}}]}      | quantities must match the regular expression
          kind     | {containers: [{name: app, image: app, ports: eighty}]}                           | cannot unmarshal string into Go struct field
          policy   | {containers: [{name: app, image: app, imagePullPolicy: Sometimes}]}              | Unsupported value: "Sometimes"
          """)
  void badTemplateIsRefusedInTheServersWords(String name, String bad, String words) {
    apply("fresh-" + name, bad);
    apply("live-" + name, GOOD);
    realm.awaitReady("live-" + name);
    var running = realm.pods("live-" + name);
    apply("live-" + name, bad);

    awaitRefusal("fresh-" + name, words);
    awaitRefusal("live-" + name, words);
    assertThat(realm.pods("fresh-" + name)).isEmpty();
    assertThat(realm.pods("live-" + name)).isEqualTo(running);

    apply("fresh-" + name, BETTER);
    apply("live-" + name, GOOD);
    realm.awaitReady("fresh-" + name);
    realm.awaitReady("live-" + name);
    assertThat(realm.pods("live-" + name)).isEqualTo(running);
  }

  /// The revision stays the same here, and the new answer comes at once all the same.
  @Test
  void badClaimIsRefusedToo() {
    var claims =
        """
        volumeClaimTemplates:
          - metadata: {name: disk}
            spec: {accessModes: [%s], resources: {requests: {storage: 1Gi}}}\
        """;
    cluster.apply(Realm.manifest("disks", 2, claims.formatted("Sometimes"), GOOD));
    awaitRefusal("disks", "Unsupported value: \"Sometimes\"");
    assertThat(realm.pods("disks")).isEmpty();

    cluster.apply(Realm.manifest("disks", 2, claims.formatted("ReadWriteOnce"), GOOD));
    realm.awaitReady("disks");
  }

  @Test
  void podLostWhileTheTemplateIsRefusedComesBackAsItWas() {
    apply("lost", GOOD);
    realm.awaitReady("lost");
    var revision = realm.revision("lost-1");
    var running = realm.pods("lost");
    apply("lost", "{containers: [{name: app, image: 'app:2', tyop: true}]}");
    awaitRefusal("lost", "tyop");
    realm.kubectl("delete", "pod", "lost-1");

    realm.await("lost-1 to be back", () -> cluster.isReady("lost-1"));
    assertThat(realm.revision("lost-1")).isEqualTo(revision);
    assertThat(realm.pods("lost")).containsEntry("lost-0", running.get("lost-0"));
    awaitRefusal("lost", "tyop");
    assertThat(realm.status("lost", "updatedReplicas")).isIn("", "0");

    apply("lost", BETTER);
    realm.awaitReady("lost");
    assertThat(realm.revision("lost-0")).isNotEqualTo(revision);
  }

  @Test
  @OnRealCluster("the simulated cluster does not check the Pod Security Standards")
  void podSecurityRefusesUntilTheNamespaceAllows() {
    var modest =
        """
        {securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}, containers:
         [{name: app, image: 'app:1', securityContext:
          {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}}]}\
        """
            .replace("\n", " ");
    apply("modest", modest);
    realm.awaitReady("modest");
    var running = realm.pods("modest");
    var label = "pod-security.kubernetes.io/enforce";
    realm.kubectl("label", "namespace", cluster.namespace(), label + "=restricted");
    try {
      apply("greedy", GOOD);
      apply("modest", BETTER);
      awaitRefusal("greedy", "violates PodSecurity \"restricted:latest\"");
      awaitRefusal("modest", "violates PodSecurity \"restricted:latest\"");
      assertThat(realm.pods("greedy")).isEmpty();
      assertThat(realm.pods("modest")).isEqualTo(running);
    } finally {
      realm.kubectl("label", "namespace", cluster.namespace(), label + "-");
    }
    realm.awaitReady("greedy");
    realm.awaitReady("modest");
    assertThat(realm.revision("modest-0")).isEqualTo(realm.status("modest", "updateRevision"));
  }

  private void awaitFailedCreate(String set, String words) {
    realm.await(
        set + " to fail",
        () ->
            realm
                .condition(set, "FailedCreatePod")
                .filter(found -> found.text("message").contains(words))
                .isPresent());
    assertThat(realm.condition(set, "FailedCreatePod").orElseThrow().text("status"))
        .isEqualTo("True");
    realm.await("an event", () -> !realm.events(set, "FailedCreate").isEmpty());
    assertThat(realm.events(set, "FailedCreate")).allMatch(message -> message.contains(words));
    assertThat(realm.events(set, "TemplateRefused")).isEmpty();
  }

  private static String needing(String milliCpu) {
    return "{containers: [{name: app, image: 'app:1', resources: {requests: {cpu: %s}}}]}"
        .formatted(milliCpu);
  }

  @Test
  void fullQuotaIsToldByTheRealCreationAndHealsWhenItIsRaised() {
    realm.kubectl("create", "quota", "full", "--hard=requests.cpu=1");
    try {
      apply("small", needing("100m"));
      realm.awaitReady("small");
      var first = realm.pods("small").get("small-0");
      apply("small", needing("950m"));

      awaitFailedCreate("small", "exceeded quota: full");
      assertThat(realm.pods("small")).containsOnly(Map.entry("small-0", first));
      realm.kubectl(
          "patch", "quota", "full", "-p", "{\"spec\":{\"hard\":{\"requests.cpu\":\"4\"}}}");
      realm.awaitReady("small");
      assertThat(realm.condition("small", "FailedCreatePod")).isEmpty();
      assertThat(realm.revision("small-0")).isEqualTo(realm.status("small", "updateRevision"));
    } finally {
      realm.kubectl("delete", "quota", "full");
    }
  }

  /// The first pods of a set are asked for all the same, so that they come as soon as they can.
  @Test
  void missingServiceAccountIsToldAndTheSetComesWhenItDoes() {
    apply("guest", "{serviceAccountName: butler, containers: [{name: app, image: 'app:1'}]}");

    awaitRefusal("guest", "serviceaccount \"butler\" not found");
    realm.await("an event", () -> !realm.events("guest", "FailedCreate").isEmpty());
    assertThat(realm.pods("guest")).isEmpty();
    realm.kubectl("create", "serviceaccount", "butler");
    realm.awaitReady("guest");
    assertThat(realm.condition("guest", "FailedCreatePod")).isEmpty();
  }

  @Test
  void missingServiceAccountStopsARolloutBeforeAPodIsTouched() {
    apply("host", GOOD);
    realm.awaitReady("host");
    var running = realm.pods("host");
    apply("host", "{serviceAccountName: cook, containers: [{name: app, image: 'app:1'}]}");

    awaitRefusal("host", "serviceaccount \"cook\" not found");
    assertThat(realm.pods("host")).isEqualTo(running);
    realm.kubectl("create", "serviceaccount", "cook");
    realm.awaitReady("host");
    assertThat(realm.revision("host-0")).isEqualTo(realm.status("host", "updateRevision"));
  }
}
