package dev.ordinal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The dashboard as the chart deploys it: with its flags, and without a token of its own. What a
/// user sees and changes is what the API server allows the token that the user signs in with.
@OnRealCluster("the simulated cluster has no authorization")
class ChartDashboardIT {
  private static final String SET =
      """
      apiVersion: apps.kruise.io/v1beta1
      kind: StatefulSet
      metadata: {name: web}
      spec:
        replicas: 1
        serviceName: web
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: app, image: "app:1"}]}
      """;

  private final Cluster cluster;
  private final Path folder;
  private final Chart chart;

  ChartDashboardIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.chart =
        new Chart(
            Shell.open(folder, cluster.rig().plane().kubectl(), cluster.kubeconfig(User.ADMIN)));
  }

  @BeforeEach
  void makeUsersAndASet() {
    cluster.kubectl("apply", "-f", "deploy/rbac-users.yaml");
    for (var role : List.of("view", "edit")) {
      cluster.apply(
          """
          apiVersion: v1
          kind: ServiceAccount
          metadata: {name: user-%1$s}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: {name: user-%1$s}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
          subjects: [{kind: ServiceAccount, name: user-%1$s}]
          """
              .formatted(role));
    }
    cluster.apply("{apiVersion: v1, kind: ServiceAccount, metadata: {name: outsider}}");
    cluster.kubectl("delete", "asts", "web", "--ignore-not-found");
    cluster.apply(SET);
    cluster.await("the rights of user-view", () -> may("user-view", "watch"));
    cluster.await("the rights of user-edit", () -> may("user-edit", "patch"));
  }

  private boolean may(String user, String verb) {
    var account = "--as=system:serviceaccount:%s:%s".formatted(cluster.namespace(), user);
    return chart
            .shell()
            .run(
                "kubectl -n %s auth can-i %s statefulsets.apps.kruise.io %s"
                    .formatted(cluster.namespace(), verb, account))
            .code()
        == 0;
  }

  private String token(String user) {
    return cluster.kubectl("create", "token", user).strip();
  }

  private List<Json.Obj> objects(String flags) {
    return chart.objects(
        "--set dashboard.enabled=true,watchNamespace=%s %s".formatted(cluster.namespace(), flags));
  }

  @Test
  void usersSeeWhatTheirTokensAllowAndChangeNothing() {
    try (var dashboard = DeployedDashboard.start(cluster, folder, objects(""))) {
      assertThat(dashboard.signIn("nonsense").code()).isEqualTo(401);
      assertThat(dashboard.get("sets", "").code()).isEqualTo(401);

      var viewer = dashboard.cookie(token("user-view"));
      assertThat(dashboard.get("session", viewer).body())
          .contains(
              "\"user\":\"system:serviceaccount:%s:user-view\"".formatted(cluster.namespace()))
          .contains("\"readOnly\":true");
      assertThat(dashboard.firstEvent(viewer)).contains("\"name\":\"web\"");

      var outsider = dashboard.cookie(token("outsider"));
      assertThat(dashboard.firstEvent(outsider)).contains("sentence").doesNotContain("\"web\"");

      var editor = dashboard.cookie(token("user-edit"));
      var refused = dashboard.scale(editor, cluster.namespace(), 3);
      assertThat(refused.code()).isEqualTo(403);
      assertThat(refused.body()).contains("This dashboard only shows");
      assertThat(replicas()).isEqualTo("1");
    }
  }

  @Test
  void changesAreThoseThatTheTokenAllowsWhereTheyAreSwitchedOn() {
    try (var dashboard =
        DeployedDashboard.start(cluster, folder, objects("--set dashboard.allowChanges=true"))) {
      var viewer = dashboard.cookie(token("user-view"));
      assertThat(dashboard.firstEvent(viewer)).contains("\"name\":\"web\"");
      var refused = dashboard.scale(viewer, cluster.namespace(), 3);
      assertThat(refused.code()).as(refused.body()).isEqualTo(403);
      assertThat(refused.body()).contains("cannot patch resource");
      assertThat(replicas()).isEqualTo("1");

      var editor = dashboard.cookie(token("user-edit"));
      assertThat(dashboard.firstEvent(editor)).contains("\"name\":\"web\"");
      var done = dashboard.scale(editor, cluster.namespace(), 3);
      assertThat(done.code()).as(done.body()).isEqualTo(200);
      assertThat(replicas()).isEqualTo("3");
    }
  }

  private String replicas() {
    return cluster.kubectl("get", "asts", "web", "-o", "jsonpath={.spec.replicas}");
  }

  /// The Pod Security Standard "restricted", nothing to write to but /tmp, and no token.
  @Test
  void podIsRestrictedAndHoldsNoToken() throws IOException {
    var objects = objects("");
    var deployment = Chart.find(objects, "Deployment", "ordinal-dashboard");
    var pod = Chart.podSpec(deployment);
    var manifest =
        Json.of("apiVersion", Json.of("v1"))
            .with("kind", Json.of("Pod"))
            .with("metadata", Json.of("name", Json.of("restricted")))
            .with("spec", pod.with("serviceAccountName", Json.of("default")));
    var file = Files.writeString(folder.resolve("pod.json"), JsonText.write(manifest));
    cluster.kubectl(
        "label",
        "namespace",
        cluster.namespace(),
        "pod-security.kubernetes.io/enforce=restricted",
        "--overwrite");

    assertThat(cluster.kubectl("create", "--dry-run=server", "-o", "name", "-f", file.toString()))
        .isEqualTo("pod/restricted\n");
    assertThat(pod.find("automountServiceAccountToken")).contains(Json.of(false));
    assertThat(Chart.container(deployment).object("securityContext").find("readOnlyRootFilesystem"))
        .contains(Json.of(true));
    assertThat(bound(objects)).doesNotContain("ordinal-dashboard");
  }

  /// The accounts that any role is bound to.
  private static List<String> bound(List<Json.Obj> objects) {
    return objects.stream()
        .filter(object -> object.text("kind").endsWith("RoleBinding"))
        .flatMap(object -> object.items("subjects").stream())
        .map(subject -> ((Json.Obj) subject).text("name"))
        .toList();
  }

  @Test
  void serviceAndPolicyReachThePodAndNoOther() {
    var objects = objects("--set dashboard.port=9000");
    var pods = Chart.find(objects, "Deployment", "ordinal-dashboard").object("spec");
    var labels = pods.object("selector").object("matchLabels");
    var service = Chart.find(objects, "Service", "ordinal-dashboard").object("spec");
    var policy = Chart.find(objects, "NetworkPolicy", "ordinal-dashboard").object("spec");
    var controllers = Chart.find(objects, "Deployment", "ordinal").object("spec");

    assertThat(service.object("selector")).isEqualTo(labels);
    assertThat(service.items("ports"))
        .containsExactly(
            Json.of("name", Json.of("http"))
                .with("port", Json.of(9000))
                .with("targetPort", Json.of("http")));
    assertThat(policy.object("podSelector").object("matchLabels")).isEqualTo(labels);
    assertThat(controllers.object("selector").object("matchLabels")).isNotEqualTo(labels);
  }
}
