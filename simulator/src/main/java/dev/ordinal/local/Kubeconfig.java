package dev.ordinal.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The file that points kubectl to the cluster.
final class Kubeconfig {
  private static final Pattern PORT =
      Pattern.compile("name: ordinal, cluster: \\{server: \"http://[^\"]*:(\\d{1,5})\"");

  private Kubeconfig() {}

  static String text(String server) {
    return """
        apiVersion: v1
        kind: Config
        clusters: [{name: ordinal, cluster: {server: "%s"}}]
        users: [{name: ordinal, user: {}}]
        contexts: [{name: ordinal, context: {cluster: ordinal, user: ordinal, namespace: default}}]
        current-context: ordinal
        """
        .formatted(server);
  }

  /// The port in an earlier file of this kind, so that its clients keep working.
  static int port(Path file) {
    try {
      var known = Files.isReadable(file) ? PORT.matcher(Files.readString(file)) : PORT.matcher("");
      return known.find() ? Integer.parseInt(known.group(1)) : 0;
    } catch (IOException _) {
      return 0;
    }
  }

  /// Overwrites only a file of an earlier run.
  static void write(Path file, String server) {
    try {
      if (Files.exists(file) && !Files.readString(file).contains("name: ordinal")) {
        throw new IllegalArgumentException(
            file
                + " exists and was not written by `ordinal up`: choose another file with --kubeconfig.");
      }
      var folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(file, text(server));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The kubeconfig cannot be written to %s (%s): choose another file with --kubeconfig."
              .formatted(file, FileFault.words(e)),
          e);
    }
  }

  static Path temporary() {
    try {
      return Files.createTempDirectory("ordinal-").resolve("kubeconfig");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void removeTemporary(Path file) {
    try {
      Files.deleteIfExists(file);
      var folder = file.getParent();
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException _) {
      // A temporary file: the system removes it.
    }
  }
}
