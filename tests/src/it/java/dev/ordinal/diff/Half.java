package dev.ordinal.diff;

import java.util.Locale;

/// The controller of the set: each scenario runs once with ours, and once with one of the others.
enum Half {
  NATIVE("apps/v1"),
  KRUISE("apps.kruise.io/v1beta1"),
  OURS("apps.kruise.io/v1beta1");

  private final String version;

  Half(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }

  /// As reports of differences call it.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Where the sets of a namespace are.
  String path(String namespace) {
    return "/apis/%s/namespaces/%s/statefulsets".formatted(version, namespace);
  }
}
