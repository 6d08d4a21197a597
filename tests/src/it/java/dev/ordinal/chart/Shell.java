package dev.ordinal.chart;

import dev.ordinal.rig.Binaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/// Runs commands as they are typed, from the top of the project. `helm` and `kubectl` are the
/// pinned ones, and what they keep is below `folder`.
final class Shell {
  private final Path folder;

  /// All that a command said, on either stream.
  record Outcome(int code, String text) {}

  private Shell(Path folder) {
    this.folder = folder;
  }

  /// Without a cluster.
  static Shell open(Path folder) {
    return open(folder, Optional.empty());
  }

  static Shell open(Path folder, Path kubectl, Path kubeconfig) {
    write(folder.resolve("kubeconfig"), read(kubeconfig));
    return open(folder, Optional.of(kubectl));
  }

  private static Shell open(Path folder, Optional<Path> kubectl) {
    stand(folder.resolve("bin/helm"), Binaries.helm());
    kubectl.ifPresent(binary -> stand(folder.resolve("bin/kubectl"), binary));
    return new Shell(folder);
  }

  /// A script in the place of a program.
  private static void stand(Path script, Path program) {
    write(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(program));
    if (!script.toFile().setExecutable(true)) {
      throw new IllegalStateException(script + " cannot be made executable");
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// For its owner alone: Helm warns of others.
  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome run(String command) {
    var builder =
        new ProcessBuilder("bash", "-o", "pipefail", "-c", command).redirectErrorStream(true);
    var environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("KUBECONFIG", folder.resolve("kubeconfig").toString());
    for (var name : List.of("HELM_CACHE_HOME", "HELM_CONFIG_HOME", "HELM_DATA_HOME")) {
      environment.put(name, folder.resolve("helm").toString());
    }
    try {
      var process = builder.start();
      process.getOutputStream().close();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), said);
    } catch (IOException e) {
      throw new UncheckedIOException(command, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted during " + command, e);
    }
  }

  /// What a command said that must succeed.
  String require(String command) {
    var outcome = run(command);
    if (outcome.code() != 0) {
      throw new AssertionError(
          "%s: exit %d%n%s".formatted(command, outcome.code(), outcome.text()));
    }
    return outcome.text();
  }

  /// What a command said that must fail.
  String refused(String command) {
    var outcome = run(command);
    if (outcome.code() == 0) {
      throw new AssertionError("%s was not refused:%n%s".formatted(command, outcome.text()));
    }
    return outcome.text();
  }
}
