package dev.ordinal.kube.http;

import static java.util.function.Predicate.not;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The kubeconfig files to use, and the option or variable that names them. As kubectl does, it
/// skips the missing and the empty files of a list.
record KubeconfigFiles(Source source, List<Path> named) {
  /// What names the files.
  enum Source {
    FLAG,
    VARIABLE,
    DEFAULT
  }

  static KubeconfigFiles of(Optional<Path> chosen) {
    if (chosen.isPresent()) {
      return new KubeconfigFiles(Source.FLAG, List.of(chosen.get()));
    }
    var names = Config.getKubeconfigFilenames().stream().filter(not(String::isBlank));
    var variable = System.getenv("KUBECONFIG");
    var source = variable == null || variable.isEmpty() ? Source.DEFAULT : Source.VARIABLE;
    return new KubeconfigFiles(source, names.map(Path::of).toList());
  }

  boolean isAnyThere() {
    return !existing().isEmpty();
  }

  /// Without any file, the settings that the library finds inside a cluster.
  Config read(Optional<String> context) {
    if (source == Source.FLAG && !Files.isReadable(named.getFirst())) {
      throw new IllegalArgumentException(
          "The kubeconfig %s cannot be read: check the path given with --kubeconfig."
              .formatted(named.getFirst()));
    }
    var existing = existing();
    if (existing.isEmpty()) {
      return Config.autoConfigure(context.orElse(null));
    }
    var full = existing.stream().filter(not(KubeconfigFiles::isEmpty)).toList();
    if (full.isEmpty()) {
      throw new IllegalArgumentException(
          "The kubeconfig %s is empty: it needs a cluster, a user and a context."
              .formatted(existing.getFirst()));
    }
    var parsed = full.stream().map(KubeconfigFiles::parsed).toList();
    var config = merged(parsed, context);
    if (source != Source.FLAG) {
      Config.configFromSysPropsOrEnvVars(config);
      // With a new token, the library reads the files again, and it cannot skip an empty one.
      config.setAutoConfigure(full.size() == existing.size());
    }
    KubeconfigUser.find(config, parsed).ifPresent(user -> user.complete(config));
    return config;
  }

  private static Config merged(
      List<io.fabric8.kubernetes.api.model.Config> files, Optional<String> context) {
    var config = Config.empty();
    KubeConfigUtils.merge(
        config, context.orElse(null), files.toArray(io.fabric8.kubernetes.api.model.Config[]::new));
    return config;
  }

  private static io.fabric8.kubernetes.api.model.Config parsed(Path file) {
    return PlainKubeconfig.read(file).orElseGet(() -> parsedByLibrary(file));
  }

  private static io.fabric8.kubernetes.api.model.Config parsedByLibrary(Path file) {
    try {
      return KubeConfigUtils.parseConfig(file.toFile());
    } catch (RuntimeException e) {
      throw KubeconfigFault.of(file.toString(), e);
    }
  }

  private List<Path> existing() {
    return named.stream().filter(Files::exists).toList();
  }

  /// Whether the file has nothing but comments.
  private static boolean isEmpty(Path file) {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          "The kubeconfig %s is a folder: name a file in it.".formatted(file));
    }
    try (var lines = Files.lines(file)) {
      var text = lines.map(line -> line.replaceFirst("(^|\\s)#.*", "").strip());
      return text.allMatch(Set.of("", "---", "null")::contains);
    } catch (IOException _) {
      throw new IllegalArgumentException(
          "The kubeconfig %s cannot be read: check its permissions.".formatted(file));
    }
  }

  /// Finding nothing, the library would use a host name that exists inside clusters only.
  void requireServer(Config config) {
    var isDefault = config.getMasterUrl().contains("//kubernetes.default.svc");
    if (isDefault && config.getFileWithCluster() == null) {
      throw new IllegalArgumentException(noCluster());
    }
  }

  private String noCluster() {
    if (!existing().isEmpty()) {
      return "The kubeconfig %s names no cluster: set its current-context, or give --context."
          .formatted(joined(existing().stream()));
    }
    return source == Source.VARIABLE
        ? "No cluster was found: KUBECONFIG names no file that exists: %s."
            .formatted(joined(named.stream()))
        : "No cluster was found: give --kubeconfig, set KUBECONFIG, or run inside a cluster.";
  }

  private static String joined(Stream<Path> files) {
    return files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
