package dev.ordinal.sim;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The form of image names, by the grammar that kubelets use:
/// <https://github.com/distribution/reference>.
final class ImageName {
  private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
  private static final String HOST =
      "(?:%1$s(?:\\.%1$s)*|\\[[a-fA-F0-9:]+])(?::[0-9]+)?".formatted(LABEL);
  private static final String PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final Pattern NAME =
      Pattern.compile(
          "(?:%1$s/)?%2$s(?:/%2$s)*(?::\\w[\\w.-]{0,127})?(?:@[A-Za-z][\\w+.-]*:[0-9a-fA-F]{32,})?"
              .formatted(HOST, PART));
  private static final Pattern DIGEST_ALONE = Pattern.compile("[a-f0-9]{64}");

  private ImageName() {}

  /// What is wrong with the name, in the parser's words.
  static Optional<String> findFault(String name) {
    if (DIGEST_ALONE.matcher(name).matches()) {
      return Optional.of(
          "invalid repository name (%s), cannot specify 64-byte hexadecimal strings"
              .formatted(name));
    }
    var path = withoutHost(name).replaceFirst(":.*", "");
    if (!path.equals(path.toLowerCase(Locale.ROOT))) {
      return Optional.of(
          "invalid reference format: repository name (%s) must be lowercase".formatted(path));
    }
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of("invalid reference format");
  }

  /// As on Docker Hub, a name without a host is below `library/`.
  private static String withoutHost(String name) {
    var slash = name.indexOf('/');
    if (slash < 0) {
      return "library/" + name;
    }
    var first = name.substring(0, slash);
    var isHost =
        first.equals("localhost")
            || first.contains(".")
            || first.contains(":")
            || !first.equals(first.toLowerCase(Locale.ROOT));
    return isHost ? name.substring(slash + 1) : name;
  }
}
