package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Program;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The images of controller and dashboard, built twice. The first ones are unpacked and run as a
/// node would run them: as their own user, in a read-only root with one folder to write to.
@OnRealCluster("it shows the image on Kubernetes itself")
class ImageIT {
  /// Compressed. Measured: 58 MB.
  private static final long MOST_BYTES = 120_000_000;

  /// What a container runtime does, with user namespaces, so that it needs no privilege.
  private static final String CONTAINER =
      """
      root=$1 scratch=$2 uid=$3
      shift 3
      mkdir -p "$root/dev" "$root/proc"
      mount --bind "$root" "$root"
      mount --rbind /dev "$root/dev"
      mount --rbind /proc "$root/proc"
      mount --bind "$scratch" "$root/tmp"
      mount -o remount,bind,ro "$root"
      exec unshare --user --map-user="$uid" --map-group="$uid" --root="$root" "$@"
      """;

  @TempDir private static Path folder;
  private static OciArchive image;
  private static OciArchive again;
  private static OciArchive dashboard;

  private final Cluster cluster;

  ImageIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void build() throws IOException {
    image = build("first", "yes");
    // The cache takes longest, and differs by nature.
    again = build("second", "no");
    dashboard =
        OciArchive.open(
            folder.resolve("first/ordinal-dashboard.oci.tar"), folder.resolve("first/dashboard"));
  }

  private static OciArchive build(String name, String aot) throws IOException {
    var out = folder.resolve(name);
    Program.of("tools/build-image", out.toString()).with("AOT", aot).require();
    return OciArchive.open(out.resolve("ordinal-controller.oci.tar"), out.resolve("oci"));
  }

  @Test
  void allLayersButTheCacheAreTheSameAgain() {
    assertThat(image.layers()).hasSize(5);
    assertThat(again.layers()).isEqualTo(image.layers().subList(0, 4));
  }

  /// A node that has one of them pulls one layer for the other.
  @Test
  void dashboardAddsOneLayerToThoseBelowTheController() {
    assertThat(dashboard.layers()).hasSize(4);
    assertThat(dashboard.layers().subList(0, 3)).isEqualTo(image.layers().subList(0, 3));
    assertThat(dashboard.config().object("config").text("User")).isEqualTo("65532:65532");
  }

  @Test
  void dashboardRunsInAReadOnlyRootAndFindsTheApiServerWithoutAToken() throws IOException {
    var root = folder.resolve("dashboard-root");
    dashboard.unpack(root);
    var account = root.resolve("var/run/secrets/kubernetes.io/serviceaccount");
    Files.createDirectories(account);
    Files.copy(authority(), account.resolve("ca.crt"));
    var scratch = Files.createDirectories(folder.resolve("dashboard-scratch"));
    var words = new ArrayList<>(dashboard.words("Entrypoint"));
    words.addAll(List.of("--user-tokens", "--port=0"));
    try (var process = contained(root, scratch, words)) {
      var listens = Pattern.compile("listens on port (\\d+)");
      cluster.await("the dashboard", () -> listens.matcher(process.log()).find());
      var port = listens.matcher(process.log());
      assertThat(port.find()).isTrue();
      assertThat(signIn(port.group(1))).isEqualTo(200);
      assertThat(process.stop()).as(process.log()).isZero();
    }
  }

  private static int signIn(String port) throws IOException {
    var address = "http://127.0.0.1:" + port;
    var request =
        HttpRequest.newBuilder(URI.create(address + "/api/sign-in"))
            .header("Origin", address)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"token\":\"%s\"}".formatted(User.ADMIN.token())))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Test
  void itIsSmallAndSaysWhatItIs() throws IOException {
    assertThat(image.bytes()).isLessThan(MOST_BYTES);
    var config = image.config().object("config");
    assertThat(config.text("User")).isEqualTo("65532:65532");
    assertThat(config.object("Labels").members())
        .containsEntry("org.opencontainers.image.title", Json.of("ordinal-controller"))
        .containsEntry("org.opencontainers.image.licenses", Json.of("Apache-2.0"))
        .containsKeys("org.opencontainers.image.revision", "org.opencontainers.image.version");
  }

  @Test
  void itCarriesOutARolloutInAReadOnlyRoot() throws IOException {
    var root = folder.resolve("root");
    image.unpack(root);
    assertThat(root.resolve("bin/sh")).doesNotExist();
    var scratch = Files.createDirectories(folder.resolve("scratch"));
    try (var controller = run(root, scratch)) {
      cluster.apply(Realm.manifest("web", 2, ""));
      cluster.await("both pods", () -> cluster.isReady("web-0") && cluster.isReady("web-1"));
      var patch =
          "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"app:2\"}]";
      cluster.kubectl("patch", "asts", "web", "--type=json", "-p", patch);
      cluster.await("the rollout", () -> isUpdated("web-0") && isUpdated("web-1"));

      assertThat(controller.stop()).as(controller.log()).isZero();
      assertThat(controller.log()).doesNotContain("WARN").doesNotContain("ERROR");
    }
  }

  private boolean isUpdated(String pod) {
    return cluster.isReady(pod)
        && cluster.pod(pod).object("spec").items("containers").stream()
            .allMatch(container -> ((Json.Obj) container).text("image").equals("app:2"));
  }

  /// Its connection lies in the folder that can be written to: a pod has it from its volumes.
  private ControllerProcess run(Path root, Path scratch) throws IOException {
    var kubeconfig = Files.readString(cluster.kubeconfig(User.ORDINAL));
    Files.copy(authority(), scratch.resolve("ca.crt"));
    Files.writeString(
        scratch.resolve("kubeconfig"), kubeconfig.replace(authority().toString(), "/tmp/ca.crt"));

    var words = new ArrayList<>(image.words("Entrypoint"));
    // A JVM that could not use the cache would end at once.
    words.add(words.size() - 2, "-XX:AOTMode=on");
    words.add("--kubeconfig=/tmp/kubeconfig");
    words.add("--namespace=" + cluster.namespace());
    return contained(root, scratch, words);
  }

  private Path authority() {
    return cluster.rig().plane().folder().resolve("apiserver.crt");
  }

  /// With the variables by which a pod finds the API server.
  private ControllerProcess contained(Path root, Path scratch, List<String> words)
      throws IOException {
    var server =
        Pattern.compile("https://([^:/]+):(\\d+)")
            .matcher(Files.readString(cluster.kubeconfig(User.ORDINAL)));
    assertThat(server.find()).isTrue();
    var command =
        new ArrayList<>(
            List.of(
                "env",
                "-u",
                "KUBECONFIG",
                "HOME=/tmp",
                "KUBERNETES_SERVICE_HOST=" + server.group(1),
                "KUBERNETES_SERVICE_PORT=" + server.group(2)));
    command.addAll(List.of("unshare", "--user", "--map-root-user", "--mount"));
    command.addAll(List.of("bash", "-euc", CONTAINER, "container"));
    command.addAll(List.of(root.toString(), scratch.toString(), "65532"));
    command.addAll(words);
    return ControllerProcess.startCommand(
        scratch.resolveSibling(scratch.getFileName() + ".log"), command);
  }
}
