package dev.ordinal.diff;

/// The controller of the set: each scenario runs once with each.
enum Half {
  NATIVE("apps/v1"),
  OURS("apps.kruise.io/v1beta1");

  private final String version;

  Half(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }

  /// Where the sets of a namespace are.
  String path(String namespace) {
    return "/apis/%s/namespaces/%s/statefulsets".formatted(version, namespace);
  }
}
