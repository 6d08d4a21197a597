package dev.ordinal.kube;

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
  /// The YAML parser's mark, and before it what it has found there.
  private static final Pattern MARK =
      Pattern.compile("([^\n]*)\n in reader, line (\\d+), column (\\d+):");

  /// A step of the way to a field of the wrong kind.
  private static final Pattern STEP = Pattern.compile("\\[(?:\"([^\"]+)\"|(\\d+))]");

  private KubeconfigFault() {}

  /// The library throws what its parsers throw.
  static IllegalArgumentException of(String file, RuntimeException thrown) {
    var words = String.valueOf(thrown.getMessage());
    var sentence =
        findLine(words)
            .or(() -> findField(words))
            .orElse("makes no sense: " + words.lines().findFirst().orElse(""));
    return new IllegalArgumentException("The kubeconfig %s %s.".formatted(file, sentence), thrown);
  }

  private static Optional<String> findLine(String words) {
    return MARK.matcher(words)
        .results()
        .reduce((_, last) -> last)
        .map(
            mark ->
                "makes no sense at line %s, column %s: %s"
                    .formatted(mark.group(2), mark.group(3), mark.group(1)));
  }

  private static Optional<String> findField(String words) {
    var chain = words.indexOf("reference chain:");
    if (chain < 0) {
      return Optional.empty();
    }
    var path = new StringBuilder();
    for (var step : STEP.matcher(words.substring(chain)).results().toList()) {
      var name = Optional.ofNullable(step.group(1));
      path.append(name.map("."::concat).orElseGet(() -> "[" + step.group(2) + "]"));
    }
    return Optional.of("has a value of the wrong kind in " + path.substring(1));
  }

  /// What the library would find out later, with a stack trace.
  static void demandSense(Config config) {
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
