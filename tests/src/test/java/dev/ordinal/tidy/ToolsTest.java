package dev.ordinal.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The scripts in front of Maven and Java, on machines that lack one of them. The scripts are
/// copies; `mvn` is a script that prints.
class ToolsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();

  @TempDir private Path folder;

  private record Outcome(int code, String text) {}

  @BeforeEach
  void copy() throws IOException {
    Files.createDirectories(folder.resolve("tools"));
    for (var script : List.of("ordinal", "tools/java", "tools/mvn")) {
      Files.copy(ROOT.resolve(script), folder.resolve(script));
    }
    Files.copy(ROOT.resolve("Makefile"), folder.resolve("Makefile"));
    Files.createDirectories(folder.resolve("bin"));
  }

  private void maven(String... lines) throws IOException {
    write(folder.resolve("bin/mvn"), String.join("\n", lines));
  }

  private static void write(Path script, String lines) throws IOException {
    Files.writeString(script, "#!/bin/sh\n" + lines + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private void withoutJdk() throws IOException {
    var script = folder.resolve("tools/java");
    Files.writeString(script, Files.readString(script).replace("wanted=25", "wanted=99"));
  }

  /// `path` is all that the command finds beside `bin`.
  private Outcome run(String path, String... command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + path);
    // This test may itself have been started by make, which says more to the makes below it.
    builder.environment().keySet().removeAll(List.of("MAKELEVEL", "MAKEFLAGS", "MFLAGS"));
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), text);
  }

  /// The usual commands, but no Maven.
  private String pathWithoutMaven() throws IOException {
    var bin = Files.createDirectories(folder.resolve("usual"));
    for (var name : List.of("bash", "sed", "sort", "head", "dirname", "readlink", "find")) {
      var found =
          List.of("/usr/bin", "/bin").stream()
              .map(place -> Path.of(place, name))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      write(bin.resolve(name), "exec %s \"$@\"".formatted(found));
    }
    return bin.toString();
  }

  @Test
  void missingMavenIsOneLine() throws IOException, InterruptedException {
    var missing =
        new Outcome(
            1,
            "Building Ordinal needs Maven 3.6.3 or newer ('mvn'), and it is not on the PATH."
                + " Install it, then run this again.\n");
    var path = pathWithoutMaven();

    assertThat(run(path, "/bin/bash", "tools/mvn", "test")).isEqualTo(missing);
    assertThat(run(path, "/bin/bash", "ordinal", "version")).isEqualTo(missing);
  }

  @Test
  void missingJdkIsOneLineBeforeMavenStarts() throws IOException, InterruptedException {
    withoutJdk();
    maven("echo Maven has been started");
    var missing =
        new Outcome(
            1, "Ordinal needs a JDK 99 and found none. Install it, or set JAVA_HOME to one.\n");

    assertThat(run(System.getenv("PATH"), "tools/mvn", "test")).isEqualTo(missing);
    assertThat(run(System.getenv("PATH"), "./ordinal", "version")).isEqualTo(missing);
    assertThat(run(System.getenv("PATH"), "make", "check").text())
        .startsWith(missing.text + "make: ");
  }

  @Test
  void oldMavenIsOneLine() throws IOException, InterruptedException {
    maven("echo 'Apache Maven 3.3.9 (bb52d8502b)'");

    assertThat(run(System.getenv("PATH"), "tools/mvn", "test"))
        .isEqualTo(
            new Outcome(
                1,
                "Building Ordinal needs Maven 3.6.3 or newer, and %s is 3.3.9.\n"
                    .formatted(folder.resolve("bin/mvn"))));
  }

  @Test
  void stagesOfTheBuildAreTold() throws IOException, InterruptedException {
    maven(
        "[ \"$1\" = --version ] && echo 'Apache Maven 3.9.11' && exit",
        "echo '[INFO] Scanning for projects...'",
        "echo '[INFO] Reactor Build Order:'",
        "echo '[INFO] Ordinal core                                             [jar]'",
        "echo '[INFO] Downloading from central: https://example.org/a.pom'",
        "echo '[INFO] Downloaded from central: https://example.org/a.pom'",
        "echo '[INFO] Downloading from central: https://example.org/b.jar'",
        "printf '\\033[1m[INFO] --- compiler:3.16.0:compile (default-compile) @ ordinal-core ---\\033[m\\n'",
        "echo '[WARNING] a warning'",
        "echo '[INFO] --- surefire:3.6.1:test (default-test) @ ordinal-core ---'",
        "echo '[INFO] Tests run: 3, Failures: 1'",
        "echo '[INFO] BUILD FAILURE'",
        "exit 3");

    assertThat(run(System.getenv("PATH"), "tools/mvn", "test"))
        .isEqualTo(
            new Outcome(
                3,
                """
                Downloading what the build needs, once …
                Compiling core …
                [WARNING] a warning
                Running the unit tests of core …
                [INFO] Tests run: 3, Failures: 1
                """));
    assertThat(run(System.getenv("PATH"), "tools/mvn", "-Dskip.unit", "package").text())
        .doesNotContain("unit tests");
  }

  @Test
  void flagsOfTheSimulatedClusterAreRefusedForTheRealOne()
      throws IOException, InterruptedException {
    maven("echo never");
    assertThat(run(System.getenv("PATH"), "make", "up", "REAL=1", "ARGS=--nodes 3").text())
        .startsWith("ARGS are flags of the simulated cluster; with REAL=1 there are none.\n")
        .doesNotContain("never");
  }
}
