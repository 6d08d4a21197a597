package dev.ordinal.kube.http;

import io.fabric8.kubernetes.client.Config;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is wrong with a kubeconfig, in a sentence that names the file and the line or field.
final class KubeconfigFault {
  /// The YAML parser's position, and the problem before it.
  private static final Pattern POSITION =
      Pattern.compile("([^\n]*)\n in reader, line (\\d+), column (\\d+):");

  /// A step of the path to a field of the wrong type.
  private static final Pattern STEP = Pattern.compile("\\[(?:\"([^\"]+)\"|(\\d+))]");

  private KubeconfigFault() {}

  /// Turns the exception of the library's parser into a sentence.
  static IllegalArgumentException of(String file, RuntimeException thrown) {
    var message = String.valueOf(thrown.getMessage());
    var sentence =
        findLine(message)
            .or(() -> findField(message))
            .orElse("is invalid: " + message.lines().findFirst().orElse(""));
    return new IllegalArgumentException("The kubeconfig %s %s.".formatted(file, sentence), thrown);
  }

  private static Optional<String> findLine(String message) {
    return POSITION
        .matcher(message)
        .results()
        .reduce((_, last) -> last)
        .map(
            position ->
                "is invalid at line %s, column %s: %s"
                    .formatted(position.group(2), position.group(3), position.group(1)));
  }

  private static Optional<String> findField(String message) {
    var chain = message.indexOf("reference chain:");
    if (chain < 0) {
      return Optional.empty();
    }
    var path = new StringBuilder();
    for (var step : STEP.matcher(message.substring(chain)).results().toList()) {
      var name = Optional.ofNullable(step.group(1));
      path.append(name.map("."::concat).orElseGet(() -> "[" + step.group(2) + "]"));
    }
    return Optional.of("has a value of the wrong kind in " + path.substring(1));
  }

  /// Checks what the library would report later, with a stack trace.
  static void requireValid(Config config) {
    var file = config.getFile() == null ? "in use" : config.getFile().getPath();
    if (!isAddress(config.getMasterUrl())) {
      throw new IllegalArgumentException(
          "The kubeconfig %s has a server that is no address: %s."
              .formatted(file, config.getMasterUrl()));
    }
    var missing = new ArrayList<String>();
    Stream.of(
            new String[] {"certificate-authority", config.getCaCertFile()},
            new String[] {"client-certificate", config.getClientCertFile()},
            new String[] {"client-key", config.getClientKeyFile()})
        .filter(each -> isMissing(each[1]))
        .forEach(each -> missing.add(each[0] + ": " + each[1]));
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "The kubeconfig %s names a file that cannot be read, %s."
              .formatted(file, missing.getFirst()));
    }
  }

  private static boolean isMissing(@Nullable String path) {
    return path != null && !path.isEmpty() && !Files.isReadable(Path.of(path));
  }

  private static boolean isAddress(String server) {
    try {
      return URI.create(server).getHost() != null;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
