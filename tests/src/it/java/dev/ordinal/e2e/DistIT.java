package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.Program;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The archive for users, unpacked into a folder with a space in its name, where there is no Java.
@OnRealCluster("its building takes long, and the cluster is not what is shown")
class DistIT {
  @TempDir private static Path folder;
  private static Path home;

  private final Cluster cluster;

  DistIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  static void build() throws IOException {
    Program.of("tools/build-archive", folder.toString()).require();
    Program.of("sha256sum", "--check", "SHA256SUMS").in(folder).require();
    var apps = Files.createDirectories(folder.resolve("my apps"));
    try (var files = Files.list(folder)) {
      var archive = files.filter(file -> file.toString().endsWith(".tar.gz")).findFirst();
      Program.of("tar", "-xzf", archive.orElseThrow().toString()).in(apps).require();
    }
    try (var unpacked = Files.list(apps)) {
      home = unpacked.findFirst().orElseThrow();
    }
    usualCommands();
  }

  /// Links to what the launchers and kubectl use; no Java among them.
  private static void usualCommands() throws IOException {
    var bin = Files.createDirectories(folder.resolve("bin"));
    for (var name : List.of("sh", "readlink", "stty", "cut")) {
      var found = Program.of("sh", "-c", "command -v " + name).require().strip();
      Files.createSymbolicLink(bin.resolve(name), Path.of(found));
    }
    Files.createSymbolicLink(bin.resolve("kubectl-ordinal"), home.resolve("bin/kubectl-ordinal"));
  }

  private static Program program(String... command) {
    var environment =
        Map.of(
            "PATH", folder.resolve("bin").toString(),
            "JAVA_HOME", "",
            // A JVM that could not use the cache would end at once.
            "JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
    return new Program(List.of(command), environment, folder);
  }

  private static String[] joined(List<String> command, List<String> arguments) {
    return Stream.concat(command.stream(), arguments.stream()).toArray(String[]::new);
  }

  private static String ordinal(String... arguments) {
    var command = List.of(home.resolve("bin/ordinal").toString());
    return program(joined(command, List.of(arguments))).require();
  }

  @Test
  void commandsRunWithoutJavaFromAFolderWithASpace() {
    assertThat(ordinal("--help")).contains("Usage: ordinal", "controller");
    assertThat(ordinal("crds")).contains("statefulsets.apps.kruise.io");
  }

  @Test
  void kubectlFindsItAsAPlugin() {
    var kubectl = cluster.rig().plane().kubectl().toString();
    assertThat(program(kubectl, "ordinal", "version").require()).contains("ordinal ");
  }

  @Test
  void commandTalksToTheCluster() {
    cluster.apply(Realm.manifest("web", 1, ""));
    var kubeconfig = cluster.kubeconfig(User.ADMIN).toString();
    var command = List.of(home.resolve("bin/ordinal").toString(), "bundle");
    var where = List.of("--kubeconfig", kubeconfig, "-n", cluster.namespace());
    // It gives a busy server ten seconds, and a user tries again.
    cluster.await("a bundle", () -> program(joined(command, where)).run().code() == 0);
    assertThat(folder.toFile().list()).anyMatch(name -> name.startsWith("ordinal-bundle"));
  }

  @Test
  void licencesOfAllPartsAreToldAndShipped() {
    assertThat(home.resolve("LICENSE")).content().contains("Apache License");
    assertThat(home.resolve("THIRD-PARTY.md")).content().contains("io.fabric8:kubernetes-client |");
    assertThat(home.resolve("jre/legal/java.base/LICENSE")).exists();
  }
}
