package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// `ordinal bundle` has what a report needs, and nothing that it must not tell.
@OnCluster
@TestInstance(Lifecycle.PER_CLASS)
class BundleIT {
  private static final String SECRET = "hunter2-3f9c";

  private final Cluster cluster;
  private final Path folder;
  private final Realm realm;

  BundleIT(Cluster cluster, @TempDir Path folder) {
    this.cluster = cluster;
    this.folder = folder;
    this.realm = Realm.open(cluster, folder);
  }

  @BeforeAll
  void createSets() {
    cluster.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: hidden}
        stringData: {password: %1$s}
        ---
        apiVersion: apps.kruise.io/v1beta1
        kind: StatefulSet
        metadata: {name: web, annotations: {example.com/note: "%1$s"}}
        spec:
          replicas: 2
          serviceName: web
          selector: {matchLabels: {app: web}}
          podManagementPolicy: Parallel
          volumeClaimTemplates:
          - metadata: {name: disk, annotations: {example.com/note: "%1$s"}}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
          template:
            metadata: {labels: {app: web}, annotations: {example.com/note: "%1$s"}}
            spec:
              containers:
              - name: app
                image: app:1
                command: [run, "--password=%1$s"]
                args: ["%1$s"]
                env:
                - {name: PASSWORD, value: "%1$s"}
                - {name: KEY, valueFrom: {secretKeyRef: {name: hidden, key: password}}}
        """
            .formatted(SECRET));
    realm.awaitReady("web");
    realm.kubectl(
        "patch",
        "asts",
        "web",
        "--type=merge",
        "-p",
        "{\"spec\":{\"replicas\":3,"
            + "\"updateStrategy\":{\"rollingUpdate\":{\"paused\":true}}}}");
    realm.awaitReady("web");
  }

  @AfterAll
  void close() {
    realm.close();
  }

  /// The output, and the exit code at its end.
  private String run(String... arguments) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of("dev.ordinal.app.Main", "bundle"));
    command.addAll(List.of(arguments));
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return text + process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SortedMap<String, String> files(Path archive) throws IOException {
    var found = new TreeMap<String, String>();
    try (var zip = new ZipInputStream(Files.newInputStream(archive))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        found.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  private String place(String file) {
    return cluster.namespace() + "/sets/web/" + file;
  }

  /// The metrics of a controller, as far as the bundle knows them.
  private static HttpServer metrics() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (var body = exchange.getResponseBody()) {
            body.write("ordinal_build_info 1\n".getBytes(StandardCharsets.UTF_8));
          }
        });
    server.start();
    return server;
  }

  private SortedMap<String, String> collect(Path archive) throws IOException {
    var metrics = metrics();
    try {
      var output =
          run(
              "--kubeconfig=" + cluster.kubeconfig(User.ADMIN),
              "-n",
              cluster.namespace(),
              "--metrics=http://127.0.0.1:" + metrics.getAddress().getPort() + "/metrics",
              "--output=" + archive);
      assertThat(output)
          .isEqualTo(
              "Wrote %s: sets 1, jobs 0. Its README.txt lists what was left out; read it before you send it.%n0"
                  .formatted(archive));
    } finally {
      metrics.stop(0);
    }
    return files(archive);
  }

  @Test
  void archiveHasNoSecretAndTellsWhatIsLeftOut() throws IOException {
    var files = collect(folder.resolve("redacted.zip"));

    assertThat(files).allSatisfy((_, text) -> assertThat(text).doesNotContain(SECRET));
    assertThat(files.get("README.txt"))
        .contains("spec.template.spec.containers[].env[].value")
        .contains("spec.template.metadata.annotations")
        .contains("Could not be read:\n  nothing");
  }

  @Test
  void archiveHasWhatAReportNeeds() throws IOException {
    var files = collect(folder.resolve("whole.zip"));

    assertThat(files.keySet())
        .containsExactlyInAnyOrder(
            "README.txt",
            "metrics.txt",
            "versions.txt",
            place("claims.json"),
            place("events.json"),
            place("plan.txt"),
            place("pods.json"),
            place("revisions.txt"),
            place("set.json"));
    assertThat(files.get("metrics.txt")).isEqualTo("ordinal_build_info 1\n");
    assertThat(files.get("versions.txt")).containsPattern("Kubernetes +v1\\.");
    assertThat(files.get(place("set.json"))).contains("\"image\": \"app:1\"", "\"replicas\": 3");
    assertThat(files.get(place("pods.json"))).contains("web-0", "web-2", "\"phase\": \"Running\"");
    assertThat(files.get(place("claims.json"))).contains("disk-web-2");
    assertThat(files.get(place("events.json"))).contains("SuccessfulCreate");
    assertThat(files.get(place("revisions.txt"))).matches("web-\\w+\n");
    assertThat(files.get(place("plan.txt"))).contains("Ready: ");
  }

  @Test
  void allNamespacesAreCollectedAndUnreachableMetricsTold() throws IOException {
    var archive = folder.resolve("cluster.zip");
    var output =
        run(
            "--kubeconfig=" + cluster.kubeconfig(User.ADMIN),
            "-A",
            "--metrics=http://127.0.0.1:1/metrics",
            "-o",
            archive.toString());

    assertThat(output)
        .startsWith("Could not read metrics: http://127.0.0.1:1/metrics cannot be read");
    assertThat(output).endsWith("0");
    assertThat(files(archive)).containsKey(place("set.json"));
  }

  @Test
  @OnRealCluster("the simulated cluster has no authorization")
  void userOfOneNamespaceGetsItsBundle() throws IOException {
    var account = Account.create(cluster, "reader");
    cluster.kubectl("apply", "-f", "deploy/rbac-users.yaml");
    cluster.kubectl(
        "create",
        "rolebinding",
        "reader",
        "--clusterrole=view",
        "--serviceaccount=" + cluster.namespace() + ":reader");
    var kubeconfig = account.kubeconfig(folder);
    var archive = folder.resolve("own.zip");
    realm.await(
        "the aggregated role",
        () ->
            run("--kubeconfig=" + kubeconfig, "-n", cluster.namespace(), "-o", archive.toString())
                .endsWith("0"));

    var readme = files(archive).get("README.txt");
    assertThat(readme).contains("storageclasses: storageclasses.storage.k8s.io is forbidden");
    assertThat(files(archive)).containsKey(place("set.json"));
    assertThat(run("--kubeconfig=" + kubeconfig, "-n", "default", "-o", archive.toString()))
        .startsWith("The sets cannot be read: statefulsets: ")
        .endsWith("2");
  }
}
