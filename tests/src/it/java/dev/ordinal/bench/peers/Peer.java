package dev.ordinal.bench.peers;

import dev.ordinal.rig.Audit;
import dev.ordinal.rig.User;
import java.util.Arrays;
import java.util.Set;

/// The controllers that are measured.
enum Peer {
  NATIVE("native", "apps/v1", User.NATIVE),
  KRUISE("kruise-manager", "apps.kruise.io/v1beta1", User.KRUISE),
  ORDINAL("Ordinal", "apps.kruise.io/v1beta1", User.ORDINAL),
  /// With the limits of its client that it has by default.
  LIMITED("native-limited", "apps/v1", User.NATIVE);

  /// Neither is needed to bring pods up: events tell people, leases elect.
  private static final Set<String> ASIDE = Set.of("events", "leases");

  private final String label;
  private final String version;
  private final User user;

  Peer(String label, String version, User user) {
    this.label = label;
    this.version = version;
    this.user = user;
  }

  static Peer named(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label))
        .findFirst()
        .orElseThrow();
  }

  String label() {
    return label;
  }

  String version() {
    return version;
  }

  User user() {
    return user;
  }

  boolean canUpdateInPlace() {
    return this == KRUISE || this == ORDINAL;
  }

  String path(String namespace) {
    return "/apis/%s/namespaces/%s/statefulsets".formatted(version, namespace);
  }

  Audit writes(Audit all) {
    return all.by(user).writes().where(entry -> !ASIDE.contains(entry.resource()));
  }
}
