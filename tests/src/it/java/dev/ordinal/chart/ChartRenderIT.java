package dev.ordinal.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ordinal.api.Yaml;
import dev.ordinal.command.CommandLines;
import dev.ordinal.command.ControllerCommand;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the chart makes of its values, and what it refuses.
@OnRealCluster("the simulated cluster checks few of the native kinds")
@ResourceLock("ValidatingWebhookConfiguration ordinal")
class ChartRenderIT {
  /// Kinds that belong to no namespace.
  private static final Set<String> CLUSTER_WIDE =
      Set.of(
          "ClusterRole",
          "ClusterRoleBinding",
          "CustomResourceDefinition",
          "Namespace",
          "ValidatingWebhookConfiguration");

  private final Cluster cluster;
  private final Path folder;
  private final Chart chart;

  ChartRenderIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.chart =
        new Chart(
            Shell.open(folder, cluster.rig().plane().kubectl(), cluster.kubeconfig(User.ADMIN)));
  }

  static List<Path> cases() {
    return Chart.cases();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void linterHasNothingToSay(Path values) {
    var said = chart.shell().require("helm lint --strict " + Chart.FOLDER + " -f " + values);

    assertThat(said).contains("0 chart(s) failed").doesNotContain("[WARNING]");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void apiServerAcceptsIt(Path values) {
    cluster.kubectl("apply", "-f", "tests/src/it/resources/chart/prometheus-operator.yaml");
    cluster.kubectl("apply", "-f", "tests/src/it/resources/chart/cert-manager.yaml");
    cluster.kubectl(
        "wait",
        "--for=condition=Established",
        "crd/certificates.cert-manager.io",
        "crd/servicemonitors.monitoring.coreos.com",
        "crd/prometheusrules.monitoring.coreos.com");

    var said =
        chart
            .shell()
            .require(
                Chart.command("--include-crds -f " + values)
                    + " | kubectl apply --server-side --force-conflicts --dry-run=server -f -");

    assertThat(said)
        .contains("deployment.apps/ordinal serverside-applied (server dry run)")
        // The rig has applied the permissions in the other way.
        .doesNotContainPattern("Warning: (?!failed to migrate)");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void controllerUnderstandsTheFlags(Path values) {
    var flags = Chart.flags(chart.objects("-f " + values));

    assertThat(flags).contains("--leader-elect");
    assertThatCode(
            () -> CommandLines.of(new ControllerCommand()).parseArgs(flags.toArray(String[]::new)))
        .doesNotThrowAnyException();
  }

  /// The Pod Security Standard "restricted", and nothing to write to but /tmp.
  @ParameterizedTest
  @MethodSource("cases")
  void podsAreRestricted(Path values) throws IOException {
    var pod =
        Chart.podSpec(Chart.find(chart.objects("-f " + values), "Deployment", "ordinal"))
            .with("serviceAccountName", Json.of("default"));
    var manifest =
        Json.of("apiVersion", Json.of("v1"))
            .with("kind", Json.of("Pod"))
            .with("metadata", Json.of("name", Json.of("restricted")))
            .with("spec", pod);
    var file = Files.writeString(folder.resolve("pod.json"), JsonText.write(manifest));
    cluster.kubectl(
        "label",
        "namespace",
        cluster.namespace(),
        "pod-security.kubernetes.io/enforce=restricted",
        "--overwrite");

    var said = cluster.kubectl("create", "--dry-run=server", "-o", "name", "-f", file.toString());

    assertThat(said).isEqualTo("pod/restricted\n");
    var container = (Json.Obj) pod.items("containers").getFirst();
    assertThat(container.object("securityContext").find("readOnlyRootFilesystem"))
        .contains(Json.of(true));
    assertThat(container.items("volumeMounts"))
        .map(Json.Obj.class::cast)
        .filteredOn(mount -> !mount.find("readOnly").equals(Optional.of(Json.of(true))))
        .extracting(mount -> mount.text("mountPath"))
        .containsExactly("/tmp");
  }

  @Test
  void permissionsAreThoseOfTheManifests() {
    var expected = rules("deploy/rbac.yaml");
    expected.putAll(rules("deploy/rbac-users.yaml"));
    assertThat(rules(chart.objects(""))).isEqualTo(expected);

    assertThat(rules(chart.objects("--set watchNamespace=shop")))
        .isEqualTo(rules("deploy/rbac-namespaced.yaml"));

    expected.putAll(rules("deploy/metrics-auth.yaml"));
    var withAuth = "--set metrics.auth=true,metrics.tls.secretName=tls";
    assertThat(rules(chart.objects(withAuth))).isEqualTo(expected);

    expected.putAll(rules("deploy/webhook.yaml"));
    assertThat(rules(chart.objects(withAuth + ",webhook.enabled=true"))).isEqualTo(expected);
  }

  private static SortedMap<String, Json> rules(String file) {
    return rules(Yaml.documents(file));
  }

  /// The rules of each role by its kind and name.
  private static SortedMap<String, Json> rules(List<Json.Obj> objects) {
    var found = new TreeMap<String, Json>();
    objects.stream()
        .filter(object -> object.text("kind").endsWith("Role"))
        .forEach(
            object ->
                found.put(
                    object.text("kind") + " " + object.object("metadata").text("name"),
                    Json.of(object.items("rules"))));
    return found;
  }

  @Test
  void rolesAreBoundToTheAccountOfThePods() {
    for (var values : Chart.cases()) {
      var objects = chart.objects("-f " + values);
      var account =
          Chart.podSpec(Chart.find(objects, "Deployment", "ordinal")).text("serviceAccountName");
      objects.stream()
          .filter(object -> object.text("kind").endsWith("RoleBinding"))
          .filter(object -> !object.object("metadata").text("name").endsWith("-reader"))
          .map(object -> (Json.Obj) object.items("subjects").getFirst())
          .forEach(
              subject -> {
                assertThat(subject.text("name")).as("%s", values).isEqualTo(account);
                assertThat(subject.text("namespace")).isEqualTo("ordinal-system");
              });
    }
  }

  @Test
  void nothingIsOutsideOfNamespacesWhereOneIsWatched() {
    assertThat(chart.objects("--set watchNamespace=shop"))
        .extracting(object -> object.text("kind"))
        .isNotEmpty()
        .doesNotContainAnyElementsOf(CLUSTER_WIDE);
    assertThat(chart.objects("")).extracting(object -> object.text("kind")).contains("ClusterRole");
  }

  @Test
  void alertsAndDashboardAreThoseOfTheManifests() throws IOException {
    var objects = chart.objects("-f tests/src/it/resources/chart/values/everything.yaml");
    var rules = Yaml.read(Files.readString(Path.of("deploy/observability/rules.yaml")));
    var dashboard = Files.readString(Path.of("deploy/observability/dashboard.json"));

    assertThat(Chart.find(objects, "PrometheusRule", "ordinal").object("spec"))
        .isEqualTo(rules.object("spec"));
    assertThat(
            Chart.find(objects, "ConfigMap", "ordinal-dashboard")
                .object("data")
                .text("ordinal.json")
                .strip())
        .isEqualTo(dashboard.strip());
  }

  @Test
  void webhookIsThatOfTheManifest() {
    var objects = chart.objects("--set webhook.enabled=true");

    assertThat(webhook(objects)).isEqualTo(webhook(Yaml.documents("deploy/webhook.yaml")));
    assertThat(Chart.flags(objects)).contains("--webhook-name=ordinal");
  }

  @Test
  void webhookIsThatOfTheManifestButForTheValues() {
    var expected =
        webhook(Yaml.documents("deploy/webhook.yaml"))
            .with("failurePolicy", Json.of("Fail"))
            .with("timeoutSeconds", Json.of(10));

    assertThat(webhook(objects("everything.yaml"))).isEqualTo(expected);
  }

  private List<Json.Obj> objects(String values) {
    return chart.objects("-f tests/src/it/resources/chart/values/" + values);
  }

  private static Json.Obj webhook(List<Json.Obj> objects) {
    var configuration = Chart.find(objects, "ValidatingWebhookConfiguration", "ordinal");
    return (Json.Obj) configuration.items("webhooks").getFirst();
  }

  /// From the configuration to the Service, to the port of the pods, to the flag.
  @ParameterizedTest
  @ValueSource(strings = {"webhook.yaml", "webhook-cert-manager.yaml", "everything.yaml"})
  void apiServersReachTheWebhook(String values) {
    var objects = objects(values);
    var called = webhook(objects).object("clientConfig").object("service");
    var service = Chart.find(objects, "Service", called.text("name"));
    var deployment = Chart.find(objects, "Deployment", "ordinal");
    var port = values.equals("everything.yaml") ? 10250 : 9443;

    assertThat(service.object("metadata").text("namespace")).isEqualTo(called.text("namespace"));
    assertThat(service.object("spec").object("selector"))
        .isEqualTo(deployment.object("spec").object("selector").object("matchLabels"));
    assertThat(service.object("spec").items("ports"))
        .containsExactly(
            Json.of("name", Json.of("https"))
                .with("port", Json.of(443))
                .with("targetPort", Json.of("webhook")));
    assertThat(Chart.container(deployment).items("ports"))
        .contains(Json.of("name", Json.of("webhook")).with("containerPort", Json.of(port)));
    assertThat(Chart.flags(objects)).contains("--webhook-port=" + port);
    assertThat(allowed(objects, "webhook")).hasSize(1);
  }

  /// The rules of the NetworkPolicy that let others reach this port.
  private static List<Json.Obj> allowed(List<Json.Obj> objects, String port) {
    var policy = Chart.find(objects, "NetworkPolicy", "ordinal");
    return policy.object("spec").items("ingress").stream()
        .map(Json.Obj.class::cast)
        .filter(rule -> rule.items("ports").contains(Json.of("port", Json.of(port))))
        .toList();
  }

  @Test
  void eachPortIsForThoseThatAreNamed() {
    var objects = objects("everything.yaml");
    var apiServer = Json.of("ipBlock", Json.of("cidr", Json.of("10.0.0.10/32")));

    assertThat(allowed(objects, "webhook").getFirst().items("from")).containsExactly(apiServer);
    assertThat(allowed(objects, "metrics").getFirst().items("from")).doesNotContain(apiServer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"webhook-cert-manager.yaml", "everything.yaml"})
  void controllerServesTheCertificateOfCertManager(String values) {
    var objects = objects(values);
    var certificate = Chart.find(objects, "Certificate", "ordinal-webhook").object("spec");
    var pod = Chart.podSpec(Chart.find(objects, "Deployment", "ordinal"));
    var configuration = Chart.find(objects, "ValidatingWebhookConfiguration", "ordinal");

    assertThat(certificate.items("dnsNames"))
        .containsExactly(Json.of("ordinal-webhook.ordinal-system.svc"));
    assertThat(configuration.object("metadata").object("annotations"))
        .isEqualTo(
            Json.of("cert-manager.io/inject-ca-from", Json.of("ordinal-system/ordinal-webhook")));
    assertThat(pod.items("volumes"))
        .contains(
            Json.of("name", Json.of("webhook"))
                .with("secret", Json.of("secretName", Json.of(certificate.text("secretName")))));
    assertThat(Chart.flags(objects)).contains("--webhook-cert-dir=/etc/ordinal/webhook");
    assertThat(rules(objects)).doesNotContainKey("ClusterRole ordinal-webhook");
  }

  @Test
  void everySwitchIsOffByDefaultWhereItNeedsWhatAClusterMayNotHave() {
    var objects = chart.objects("");

    assertThat(objects)
        .extracting(object -> object.text("kind"))
        .doesNotContain("ServiceMonitor", "PrometheusRule", "ConfigMap", "Certificate")
        .doesNotContain("ValidatingWebhookConfiguration");
    assertThat(Chart.of(objects, "Deployment")).hasSize(1);
    assertThat(Chart.flags(objects)).noneMatch(flag -> flag.startsWith("--webhook"));
    assertThat(allowed(objects, "webhook")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --set replica=3                          | additional properties 'replica' not allowed
          --set replicas=0                         | at '/replicas': minimum: got 0, want 1
          --set replicas=many                      | at '/replicas': got string, want integer
          --set image.pullPolicy=Sometimes         | at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'
          --set image.digest=abc                   | at '/image/digest': 'abc' does not match pattern
          --set log.level=loud                     | at '/log/level': value must be one of
          --set leaderElection.leaseDuration=fast  | at '/leaderElection/leaseDuration': 'fast' does not match pattern
          --set runAsUser=0                        | at '/runAsUser': minimum: got 0, want 1
          --set featureGates.PodIndexLabel=maybe   | at '/featureGates/PodIndexLabel': got string, want boolean
          --set metrics.port=80                    | at '/metrics/port': minimum: got 80, want 1,024
          --set extraArgs={verbose}                | at '/extraArgs/0': 'verbose' does not match pattern
          --set metrics.auth=true                  | metrics.auth needs metrics.tls.secretName: without HTTPS tokens would travel in the clear.
          --set metrics.auth=true,metrics.tls.secretName=a,watchNamespace=shop | metrics.auth needs permissions outside of namespaces
          --set metrics.readers[0].name=a,metrics.readers[0].namespace=b       | metrics.readers has no effect without metrics.auth
          --set dashboard.port=443                 | at '/dashboard/port': minimum: got 443, want 1,024
          --set dashboard.origins={example.com}    | at '/dashboard/origins/0': 'example.com' does not match pattern
          --set webhook.port=443                   | at '/webhook/port': minimum: got 443, want 1,024
          --set webhook.failurePolicy=Warn         | at '/webhook/failurePolicy': value must be one of 'Ignore', 'Fail'
          --set webhook.timeoutSeconds=2           | at '/webhook/timeoutSeconds': minimum: got 2, want 5
          --set webhook.timeoutSeconds=31          | at '/webhook/timeoutSeconds': maximum: got 31, want 30
          --set webhook.certManager.issuer=ca      | at '/webhook/certManager': additional properties 'issuer' not allowed
          --set webhook.enabled=true,webhook.port=8080                         | webhook.port and metrics.port are the same
          --set webhook.enabled=true,watchNamespace=shop                       | webhook.enabled needs objects outside of namespaces
          --set webhook.enabled=true,extraArgs={--webhook-port=9443}           | extraArgs has --webhook-port=9443, which webhook.enabled sets: leave it out.
          --set webhook.enabled=true,webhook.certManager.enabled=true          | webhook.certManager.enabled needs webhook.certManager.issuerRef.name
          --set webhook.certManager.enabled=true,webhook.certManager.issuerRef.name=ca | webhook.certManager.enabled has no effect without webhook.enabled.
          """)
  void wrongValuesAreRefusedInOneSentence(String flags, String sentence) {
    assertThat(chart.refused(flags.replace("{", "'{").replace("}", "}'"))).contains(sentence);
  }

  @Test
  void plainManifestIsTheChartWithItsDefaults() throws IOException {
    chart.shell().require("tools/manifests " + folder);

    assertThat(Path.of("deploy/install.yaml"))
        .as("deploy/install.yaml: `make manifests` writes it")
        .hasSameTextualContentAs(folder.resolve("install.yaml"));
  }
}
