package dev.ordinal.kube.http;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.client.Config;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The user of the context that is used, for what the library does not do with it.
record KubeconfigUser(Path file, String name, AuthInfo settings) {

  /// As in the merged settings, the first file that has the user counts.
  static Optional<KubeconfigUser> find(
      Config config, List<io.fabric8.kubernetes.api.model.Config> files) {
    var file = config.getFileWithAuthInfo();
    if (file == null) {
      return Optional.empty();
    }
    var name = config.getCurrentContext().getContext().getUser();
    return files.stream()
        .flatMap(each -> Stream.ofNullable(each.getUsers()).flatMap(List::stream))
        .filter(user -> name.equals(user.getName()) && user.getUser() != null)
        .map(NamedAuthInfo::getUser)
        .findFirst()
        .map(user -> new KubeconfigUser(file.toPath(), name, user));
  }

  void complete(Config config) {
    var tokenFile = settings.getTokenFile();
    if (tokenFile != null && !tokenFile.isEmpty()) {
      var path = file.toAbsolutePath().resolveSibling(tokenFile);
      if (!Files.isReadable(path)) {
        throw new IllegalArgumentException(
            "The kubeconfig %s names a file that cannot be read, tokenFile: %s."
                .formatted(file, path));
      }
      config.setOauthTokenProvider(() -> token(path));
    } else if (settings.getExec() != null && !hasCredentials(config)) {
      // The library only logs that the command has failed.
      var command = String.valueOf(settings.getExec().getCommand());
      throw new IllegalArgumentException(
          "The kubeconfig %s gets the credentials of user %s from the command %s, which %s."
              .formatted(file, name, command, failure(command)));
    }
  }

  /// Read for each request: others renew it. Without a token the server's answer tells the reason.
  private static String token(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException _) {
      return "";
    }
  }

  private static boolean hasCredentials(Config config) {
    return Stream.of(
            config.getOauthToken(),
            config.getAutoOAuthToken(),
            config.getClientCertData(),
            config.getClientCertFile(),
            config.getUsername())
        .anyMatch(each -> each != null && !each.isEmpty());
  }

  private String failure(String command) {
    if (command.contains("/")) {
      return Files.isExecutable(file.toAbsolutePath().resolveSibling(command))
          ? "gives none: run it to see why"
          : "is no program: check the path";
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)))
        ? "gives none: run it to see why"
        : "is not on the PATH: install it";
  }
}
