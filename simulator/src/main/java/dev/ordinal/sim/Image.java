package dev.ordinal.sim;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/// A container image by its name, which also selects how its container behaves.
public record Image(String name) {

  /// How a container of this image behaves.
  enum Behaviour {
    RUNS,
    NEVER_READY,
    CRASH,
    FLAP,
    MISSING,
    INVALID;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isShortLived() {
      return this == CRASH || this == FLAP;
    }
  }

  /// The tag or the name's last part decides: `app:crash`, `app:crash-2`, `host/crash:v1`.
  Behaviour behaviour() {
    if (ImageName.findFault(name).isPresent()) {
      return Behaviour.INVALID;
    }
    for (var behaviour : Behaviour.values()) {
      if (behaviour != Behaviour.RUNS
          && (matches(tag(), behaviour.word()) || matches(base(), behaviour.word()))) {
        return behaviour;
      }
    }
    return Behaviour.RUNS;
  }

  /// Equal for equal images. `aliases` (`app:2=app:1,…`) lets two tags share one digest.
  public String id(String aliases) {
    var origin = name;
    for (var alias : aliases.split(",", -1)) {
      if (alias.startsWith(name + "=")) {
        origin = alias.substring(name.length() + 1);
      }
    }
    var pinned = origin.indexOf("@sha256:");
    var digest = pinned < 0 ? sha256(origin) : origin.substring(pinned + "@sha256:".length());
    return repository() + "@sha256:" + digest;
  }

  /// A name that is unique per start of a container.
  static String containerId(String pod, String container, int starts) {
    return "sim://" + sha256(pod + "/" + container + "/" + starts);
  }

  static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static boolean matches(String part, String word) {
    return part.equals(word) || part.startsWith(word + "-");
  }

  private String repository() {
    var plain = name.contains("@") ? name.substring(0, name.indexOf('@')) : name;
    var colon = plain.indexOf(':', plain.lastIndexOf('/') + 1);
    return colon < 0 ? plain : plain.substring(0, colon);
  }

  private String tag() {
    var plain = name.contains("@") ? name.substring(0, name.indexOf('@')) : name;
    return plain.substring(repository().length()).replaceFirst("^:", "");
  }

  private String base() {
    return repository().substring(repository().lastIndexOf('/') + 1);
  }
}
