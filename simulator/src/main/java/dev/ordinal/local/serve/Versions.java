package dev.ordinal.local.serve;

import dev.ordinal.model.json.Json;

/// The simulated version of Kubernetes: the one that the model is compared with.
public final class Versions {
  private static final String MAJOR = "1";
  private static final String MINOR = "37";

  public static final String FULL = "v1.37.1+simulated";

  private Versions() {}

  /// `/version`
  static Json.Obj document() {
    return Json.of("major", Json.of(MAJOR))
        .with("minor", Json.of(MINOR))
        .with("gitVersion", Json.of(FULL))
        .with("gitCommit", Json.of(""))
        .with("gitTreeState", Json.of("clean"))
        .with("buildDate", Json.of("1970-01-01T00:00:00Z"))
        .with("goVersion", Json.of("java"))
        .with("compiler", Json.of("javac"))
        .with("platform", Json.of("jvm/any"));
  }
}
