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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the chart makes of its values, and what it refuses.
@OnRealCluster("the simulated cluster checks few of the native kinds")
class ChartRenderIT {
  /// Kinds that belong to no namespace.
  private static final Set<String> CLUSTER_WIDE =
      Set.of("ClusterRole", "ClusterRoleBinding", "CustomResourceDefinition", "Namespace");

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
    cluster.kubectl(
        "wait",
        "--for=condition=Established",
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
    assertThat(rules(chart.objects("--set metrics.auth=true,metrics.tls.secretName=tls")))
        .isEqualTo(expected);
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
  void everySwitchIsOffByDefaultWhereItNeedsWhatAClusterMayNotHave() {
    assertThat(chart.objects(""))
        .extracting(object -> object.text("kind"))
        .doesNotContain("ServiceMonitor", "PrometheusRule", "ConfigMap");
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
