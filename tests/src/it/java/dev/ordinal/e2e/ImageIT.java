package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Program;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image of the controller, built twice. The first is unpacked and runs as a node would run it:
/// as its own user, in a read-only root with one folder to write to.
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

  private final Cluster cluster;

  ImageIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void build() throws IOException {
    image = build("first", "yes");
    // The cache takes longest, and differs by nature.
    again = build("second", "no");
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
    var authority = cluster.rig().plane().folder().resolve("apiserver.crt");
    Files.copy(authority, scratch.resolve("ca.crt"));
    Files.writeString(
        scratch.resolve("kubeconfig"), kubeconfig.replace(authority.toString(), "/tmp/ca.crt"));

    var command = new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--mount"));
    command.addAll(List.of("bash", "-euc", CONTAINER, "container"));
    command.addAll(List.of(root.toString(), scratch.toString(), "65532"));
    command.addAll(image.words("Entrypoint"));
    // A JVM that could not use the cache would end at once.
    command.add(command.size() - 2, "-XX:AOTMode=on");
    command.add("--kubeconfig=/tmp/kubeconfig");
    command.add("--namespace=" + cluster.namespace());
    return ControllerProcess.startCommand(folder.resolve("log"), command);
  }
}
