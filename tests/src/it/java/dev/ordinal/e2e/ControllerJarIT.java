package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.OnCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The controller as it ships: one jar and the jars beside it, without the simulator and the
/// commands for people.
@OnCluster
class ControllerJarIT {
  private static final Path TARGET = Path.of("controller", "target").toAbsolutePath();
  private static final Path JAR = TARGET.resolve("ordinal-controller.jar");

  /// Measured: 20.7 MB, 14 of them the models of fabric8. What raises it should be worth it.
  private static final long MOST_BYTES = 23_000_000;

  private final Cluster cluster;
  @TempDir private Path folder;

  ControllerJarIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void isBuilt() {
    assertThat(JAR).as("the jar: `tools/mvn package -pl controller -am` builds it").exists();
  }

  @Test
  void itBringsUpASetOnItsOwn() {
    try (var controller =
        ControllerProcess.startJar(
            folder.resolve("log"),
            JAR,
            "--kubeconfig=" + cluster.kubeconfig(User.ORDINAL),
            "--namespace=" + cluster.namespace())) {
      cluster.apply(Realm.manifest("alone", 2, ""));
      cluster.await("both pods", () -> isReady("alone-0") && isReady("alone-1"));
      assertThat(controller.stop()).as(controller.log()).isZero();
    }
  }

  @Test
  void noClassOfTheSimulatorIsInIt() throws IOException {
    assertThat(packages())
        .contains("dev/ordinal/plan/stage", "dev/ordinal/kube", "dev/ordinal/command")
        .noneMatch(name -> name.matches("dev/ordinal/(sim|local|cli|app)(/.*)?"));
  }

  @Test
  void itIsSmall() throws IOException {
    var bytes = 0L;
    for (var jar : jars()) {
      bytes += Files.size(jar);
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  private boolean isReady(String pod) {
    return cluster.findPod(pod).filter(found -> Cluster.isTrue(found, "Ready")).isPresent();
  }

  private static List<Path> jars() throws IOException {
    try (var beside = Files.list(TARGET.resolve("lib"))) {
      var all = new ArrayList<>(beside.toList());
      all.add(JAR);
      return all;
    }
  }

  private static List<String> packages() throws IOException {
    return jars().stream().flatMap(jar -> entries(jar).stream()).distinct().toList();
  }

  private static List<String> entries(Path path) {
    try (var jar = new JarFile(path.toFile())) {
      return jar.stream()
          .filter(entry -> entry.getName().endsWith(".class"))
          .map(entry -> entry.getName().replaceFirst("/[^/]*$", ""))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
