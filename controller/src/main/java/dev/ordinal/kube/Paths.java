package dev.ordinal.kube;

import dev.ordinal.model.Names;
import dev.ordinal.run.ask.Kind;
import java.util.Optional;

/// Where the API server keeps each kind.
final class Paths {
  private Paths() {}

  /// All objects of a kind, in the cluster or in one namespace; classes and
  /// nodes belong to no namespace.
  static String all(Kind kind, Optional<String> namespace) {
    var place = kind == Kind.CLASS || kind == Kind.NODE ? Optional.<String>empty() : namespace;
    return prefix(kind) + place.map(name -> "/namespaces/" + name).orElse("") + plural(kind);
  }

  static String one(Kind kind, String namespace, String name) {
    return all(kind, Optional.of(namespace)) + "/" + name;
  }

  private static String prefix(Kind kind) {
    return switch (kind) {
      case SET, JOB -> "/apis/" + Names.API_VERSION;
      case REVISION -> "/apis/apps/v1";
      case POD, CLAIM, NODE, TEMPLATE -> "/api/v1";
      case CLASS -> "/apis/storage.k8s.io/v1";
    };
  }

  private static String plural(Kind kind) {
    return switch (kind) {
      case SET -> "/statefulsets";
      case REVISION -> "/controllerrevisions";
      case POD -> "/pods";
      case CLAIM -> "/persistentvolumeclaims";
      case CLASS -> "/storageclasses";
      case JOB -> "/imagepulljobs";
      case NODE -> "/nodes";
      case TEMPLATE -> "/podtemplates";
    };
  }
}
