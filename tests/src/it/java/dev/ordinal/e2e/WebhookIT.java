package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Api.Raw;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The admission webhook of `deploy/webhook.yaml`, called by the API server.
@OnRealCluster("the simulated cluster calls no webhooks")
@TestInstance(Lifecycle.PER_CLASS)
@ResourceLock("ValidatingWebhookConfiguration ordinal")
class WebhookIT {
  private static final Pattern SHOWN = Pattern.compile("the webhook has a new certificate");
  private static final String DENIED =
      "admission webhook \"validate.ordinal.dev\" denied the request: ";
  private static final String GOOD = "{containers: [{name: app, image: \"app:1\"}]}";
  private static final String BAD =
      "{containers: [{name: app, image: \"app:1\", imagePulPolicy: Always}]}";

  private final Cluster cluster;
  private final Realm realm;
  private final int port;

  WebhookIT(Cluster cluster, @TempDir Path folder) throws IOException {
    var port = freePort();
    this.cluster = cluster;
    this.port = port;
    this.realm =
        Realm.open(cluster, folder, "--webhook-port=" + port, "--webhook-cert-lifetime=18s");
  }

  @BeforeAll
  void install() throws IOException {
    cluster.apply(manifest());
    cluster.kubectl(
        "create",
        "clusterrolebinding",
        cluster.namespace(),
        "--clusterrole=ordinal-webhook",
        "--user=" + User.ORDINAL.login());
    awaitCertificates(1);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Called on this machine, and for the namespace of this test only.
  private String manifest() throws IOException {
    var service = "service: {name: ordinal-webhook, namespace: ordinal-system, path: /validate}";
    var whole = Files.readString(Path.of("deploy/webhook.yaml"));
    assertThat(whole).contains(service);
    // The Service stands in another namespace.
    return whole
        .substring(whole.indexOf("---"))
        .replace(service, "url: https://127.0.0.1:%d/validate".formatted(port))
        .replace(
            "    admissionReviewVersions:",
            """
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}
            objectSelector: {matchExpressions: [{key: unjudged, operator: DoesNotExist}]}
            admissionReviewVersions:\
            """
                .indent(4)
                .stripTrailing()
                .formatted(cluster.namespace()));
  }

  private long certificates() {
    return SHOWN.matcher(realm.controller().log()).results().count();
  }

  private void awaitCertificates(long count) {
    realm.await(count + " certificates", () -> certificates() >= count);
  }

  @AfterAll
  void removeWebhook() {
    cluster.kubectl("delete", "validatingwebhookconfiguration", "ordinal");
    cluster.kubectl("delete", "clusterrolebinding", cluster.namespace(), "ordinal-webhook");
    realm.close();
  }

  private String ready(String set) {
    return realm.condition(set, "Ready").map(found -> found.text("message")).orElse("");
  }

  /// Stores the set past the webhook, and awaits what the controller says of it.
  private void awaitCondition(String set, String manifest, String sentence) {
    if (realm.hasSet(set)) {
      // The webhook is called as long as the old object or the new one is selected.
      cluster.kubectl("label", "asts", set, "unjudged=yes");
    }
    cluster.apply(unjudged(manifest));
    realm.await(sentence, () -> sentence.equals(ready(set)));
  }

  private static String unjudged(String manifest) {
    return manifest.replaceFirst(
        "metadata: \\{name: (\\w+)}", "metadata: {name: $1, labels: {unjudged: 'yes'}}");
  }

  private static String sentence(String refusal) {
    assertThat(refusal).contains(DENIED);
    return refusal.substring(refusal.indexOf(DENIED) + DENIED.length()).strip();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          field   | {containers: [{name: app, image: 'app:1', imagePulPolicy: Always}]}           | unknown field
          value   | {containers: [{name: app, image: 'app:1', ports: [{containerPort: 99999}]}]}  | must be between 1 and 65535
          amount  | {containers: [{name: app, image: 'app:1', resources: {limits: {memory: 1x}}}]} | quantities must match
          """)
  void refusalHasTheSentenceThatTheConditionWouldHave(String set, String podSpec, String words) {
    var manifest = Realm.manifest(set, 1, "", podSpec);
    var refusal = cluster.refusedApply(manifest);
    assertThat(refusal).contains(words);
    assertThat(realm.hasSet(set)).isFalse();

    awaitCondition(set, manifest, sentence(refusal));
  }

  @Test
  void changeOfARunningSetIsRefusedAndNothingIsTouched() {
    cluster.apply(Realm.manifest("running", 1, "", GOOD));
    realm.awaitReady("running");
    var manifest = Realm.manifest("running", 1, "", BAD);
    var refusal = cluster.refusedApply(manifest);
    realm.awaitReady("running");

    awaitCondition("running", manifest, sentence(refusal));
  }

  @Test
  void claimThatCannotGrowIsRefused() {
    cluster.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s}
        provisioner: example.com/disk
        """
            .formatted(cluster.namespace()));
    var set = claiming("1Gi");
    cluster.apply(set);
    realm.awaitReady("rigid");

    var refusal = cluster.refusedApply(claiming("2Gi"));
    assertThat(sentence(refusal))
        .isEqualTo(
            "claim data-rigid-0 of rigid-0 cannot grow: StorageClass %s has no allowVolumeExpansion: true"
                .formatted(cluster.namespace()));
    awaitCondition("rigid", claiming("2Gi"), sentence(refusal));
    cluster.kubectl("delete", "storageclass", cluster.namespace());
  }

  private String claiming(String size) {
    return Realm.manifest(
        "rigid",
        1,
        """
        volumeClaimUpdateStrategy: {type: OnPodRollingUpdate}
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {storageClassName: %s, accessModes: [ReadWriteOnce], resources: {requests: {storage: %s}}}
        """
            .formatted(cluster.namespace(), size)
            .strip());
  }

  /// What a set that is stored and wrong must allow: to live, to be scaled and to go.
  @Test
  void badSetThatIsStoredCanBeScaledLabelledAndDeleted() {
    var bad = Realm.manifest("stored", 1, "", BAD);
    cluster.apply(unjudged(bad));
    cluster.kubectl("label", "asts", "stored", "unjudged-");
    cluster.apply(bad);
    cluster.kubectl("annotate", "asts", "stored", "note=kept");
    cluster.kubectl("scale", "asts", "stored", "--replicas=2");
    cluster.apply(bad.replace("replicas: 1", "replicas: 3"));
    cluster.kubectl(
        "patch",
        "asts",
        "stored",
        "--type=merge",
        "-p",
        "{\"metadata\":{\"finalizers\":[\"example.com/x\"]}}");
    cluster.kubectl("delete", "asts", "stored", "--wait=false");
    cluster.kubectl(
        "patch", "asts", "stored", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");

    realm.await("the set to go", () -> !realm.hasSet("stored"));
    cluster.refusedApply(bad);
  }

  /// With `failurePolicy: Fail` every fault of a certificate would be a refused request.
  @Test
  void certificatesRotateUnderLoadAndNoRequestIsRefused() {
    cluster.apply(Realm.manifest("rotated", 0, "", GOOD));
    change("Fail", 30);
    try {
      var end = certificates() + 2;
      var refused = new ArrayList<String>();
      var passed = new ArrayList<String>();
      for (var i = 0; certificates() < end; i++) {
        collect(refused, patch("rotated", i % 2), it -> it.code() != 200);
        collect(passed, create(), it -> it.code() < 400);
      }
      assertThat(refused).isEmpty();
      assertThat(passed).isEmpty();
    } finally {
      change("Ignore", 5);
    }
  }

  private static void collect(List<String> all, Raw reply, Predicate<Raw> isWrong) {
    if (isWrong.test(reply)) {
      all.add(reply.text());
    }
  }

  /// Another spec, which is sound.
  private Raw patch(String set, int partition) {
    var body =
        """
        {"spec": {"updateStrategy": {"rollingUpdate": {"partition": %d}}}}\
        """
            .formatted(partition);
    var path = sets() + "/" + set;
    return cluster.api().exchange("PATCH", path, "application/merge-patch+json", body);
  }

  private Raw create() {
    var manifest = Realm.manifest("bad", 1, "", BAD);
    return cluster.api().exchange("POST", sets() + "?dryRun=All", "application/yaml", manifest);
  }

  private String sets() {
    return "/apis/apps.kruise.io/v1beta1/namespaces/" + cluster.namespace() + "/statefulsets";
  }

  private void change(String policy, int seconds) {
    var patch =
        """
        {"webhooks": [{"name": "validate.ordinal.dev", "failurePolicy": "%s", "timeoutSeconds": %d}]}\
        """
            .formatted(policy, seconds);
    cluster.kubectl("patch", "validatingwebhookconfiguration", "ordinal", "-p", patch);
  }

  /// The webhook is off, as are all requests to it: everything is stored, and the condition tells.
  @Test
  void withoutTheWebhookEverythingIsStoredAndTheConditionTells() {
    var manifest = Realm.manifest("late", 1, "", BAD);
    var sentence = sentence(cluster.refusedApply(manifest));
    realm.controller().stop();
    try {
      cluster.apply(manifest);
    } finally {
      realm.startAgain();
    }
    realm.await(sentence, () -> sentence.equals(ready("late")));
    awaitCertificates(certificates() + 1);
    cluster.refusedApply(Realm.manifest("later", 1, "", BAD));
  }
}
