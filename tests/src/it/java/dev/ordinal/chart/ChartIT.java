package dev.ordinal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.Rig;
import dev.ordinal.rig.User;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages for operators, typed on a control plane of its own: the chart is installed, upgraded,
/// rolled back and removed, and so is the plain manifest. Between the commands two controllers run
/// as the chart describes them, with its permissions and no others. The simulated cluster has no
/// authorization and no Deployments.
@Tag("real")
class ChartIT {
  private static final String ACCOUNT = "system:serviceaccount:ordinal-system:ordinal";
  private static final String SHOP = "tests/src/it/resources/chart/shop";

  private final Path folder;
  private final Rig rig;
  private final Cluster cluster;
  private final Shell shell;
  private final Console console;

  ChartIT(@TempDir Path folder) {
    this.folder = folder;
    this.rig = Rig.startBare();
    this.cluster = rig.enter("team");
    // As before anybody has installed anything.
    cluster.kubectl("delete", "-f", "deploy/rbac.yaml", "--namespace=ordinal-system");
    this.shell = Shell.open(folder, rig.plane().kubectl(), cluster.kubeconfig(User.ADMIN));
    this.console = new Console(shell);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void pagesForOperatorsAreTrue() {
    console.play("install.md", "## With Helm");
    try (var pair = Pair.start(cluster, folder)) {
      console.play("install.md", "## See that it works");
      console.play("install.md", "## Values of your own");
      assertThat(pair.leaders()).as(pair.log()).isEqualTo(1);
      assertThat(shell.refused("helm install second deploy/helm/ordinal"))
          .contains("exists and cannot be imported into the current release");
      smoke(pair);
      helmWaitsForSets();
      var pods = pods();
      console.play("upgrade.md", "## Upgrade");
      console.play("upgrade.md", "## Downgrade");
      console.play("upgrade.md", "## When it does not go well");
      console.play("backup-and-restore.md", "## A set that was deleted");
      assertThat(pods()).as("pods with their uids").containsAllEntriesOf(pods);
      assertThat(refused()).isEmpty();
      assertThat(pair.log()).doesNotContain("\"level\":\"error\"");
    }
    var running = pods();
    console.play("install.md", "### A release of Helm");
    assertThat(pods()).as("pods of a set without a controller").isEqualTo(running).isNotEmpty();
    console.play("install.md", "## One namespace");
    console.play("install.md", "## Without Helm");
    console.play("install.md", "### The plain manifest");
    console.play("install.md", "### The sets too");
  }

  /// What the controller does all day.
  private void smoke(Pair pair) {
    shell.require(
        """
        helm install data %s --set replicas=2 --set-json 'claims=["disk"]' --set policy=InPlaceIfPossible
        kubectl wait asts/data --for=condition=Ready --timeout=4m
        """
            .formatted(SHOP));
    var before = pods("data");
    shell.require("kubectl scale asts/data --replicas=3");
    await("data", "app:1", 3);
    pair.stopLeader();
    shell.require(
        """
        kubectl patch asts/data --type=json -p \
          '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"app:2"}]'
        """);
    await("data", "app:2", 3);
    assertThat(pods()).as("pods updated in place").containsAllEntriesOf(before);
    shell.require(
        """
        kubectl patch asts/data --type=merge -p '{"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}}'
        kubectl patch asts/data --type=json -p \
          '[{"op":"add","path":"/spec/template/spec/containers/0/env","value":[{"name":"A","value":"b"}]}]'
        """);
    await("data", "app:2", 3);
    assertThat(pods().values()).as("pods replaced").doesNotContainAnyElementsOf(before.values());
    shell.require("helm uninstall data --wait");
    cluster.await(
        "no pods", () -> shell.run("kubectl get pods -l app=data -o name").text().isEmpty());
    assertThat(shell.require("kubectl get pvc -o name").lines()).hasSize(6);
  }

  private void await(String set, String image, int pods) {
    cluster.await(
        set + " with " + image,
        () ->
            shell
                .require(
                    "kubectl get asts %s -o jsonpath='{.spec.template.spec.containers[0].image} {.status.updatedAvailableReplicas} {.status.observedGeneration} {.metadata.generation} {.status.conditions[?(@.type==\"Ready\")].status}'"
                        .formatted(set))
                .matches(image + " " + pods + " (\\d+) \\1 True"));
  }

  /// `helm --wait` and `kubectl wait` end when the rollout has ended, well or not.
  private void helmWaitsForSets() {
    // Helm takes a set for done that no controller has seen yet: it has no status.
    shell.require("helm install shop " + SHOP + " --wait --timeout 4m");
    shell.require("kubectl wait asts/shop --for=condition=Ready --timeout=4m");
    assertUpdated("app:1");
    shell.require("helm upgrade shop " + SHOP + " --set image=app:2 --wait --timeout 4m");
    assertUpdated("app:2");

    assertThat(
            shell.refused(
                "helm upgrade shop " + SHOP + " --set image=missing:1 --wait --timeout 10s"))
        .contains("shop");
    shell.refused("kubectl wait asts/shop --for=condition=Ready --timeout=1s");

    shell.require("helm rollback shop 2");
    shell.require("kubectl wait asts/shop --for=condition=Ready --timeout=4m");
    assertUpdated("app:2");
  }

  private void assertUpdated(String image) {
    assertThat(
            shell.require(
                "kubectl get pods -l app=shop -o jsonpath='{.items[*].spec.containers[0].image}'"))
        .isEqualTo(String.join(" ", List.of(image, image, image)));
    assertThat(shell.require("kubectl get asts shop -o jsonpath='{.status.updatedReadyReplicas}'"))
        .isEqualTo("3");
  }

  private SortedMap<String, String> pods(String set) {
    var found = new TreeMap<>(pods());
    found.keySet().removeIf(name -> !name.startsWith(set + "-"));
    return found;
  }

  /// The pods by name, each with its uid.
  private SortedMap<String, String> pods() {
    var found = new TreeMap<String, String>();
    var path = "/api/v1/namespaces/default/pods";
    for (var pod : rig.api().find(path).orElseThrow().items("items")) {
      var metadata = ((Json.Obj) pod).object("metadata");
      found.put(metadata.text("name"), metadata.text("uid"));
    }
    return found;
  }

  /// What the controllers asked for and may not do.
  private List<Audit.Entry> refused() {
    return rig.audit()
        .where(entry -> entry.user().equals(ACCOUNT) && entry.code() == 403)
        .entries();
  }
}
