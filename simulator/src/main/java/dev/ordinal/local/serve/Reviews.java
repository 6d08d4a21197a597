package dev.ordinal.local.serve;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reviews of users and permissions: every client is the administrator.
final class Reviews {
  private static final String AUTHORIZATION = "authorization.k8s.io/v1";
  private static final String AUTHENTICATION = "authentication.k8s.io/v1";
  static final List<String> GROUP_VERSIONS = List.of(AUTHENTICATION, AUTHORIZATION);

  private static final Map<String, List<String>> KINDS =
      Map.of(
          AUTHORIZATION, List.of("SelfSubjectAccessReview", "SelfSubjectRulesReview"),
          AUTHENTICATION, List.of("SelfSubjectReview"));

  private static final Json EVERYTHING = Discovery.texts(List.of("*"));

  private Reviews() {}

  static List<Json.Obj> resources(String groupVersion) {
    return KINDS.getOrDefault(groupVersion, List.of()).stream()
        .map(
            kind ->
                Json.of("name", Json.of(singular(kind) + "s"))
                    .with("singularName", Json.of(singular(kind)))
                    .with("namespaced", Json.of(false))
                    .with("kind", Json.of(kind))
                    .with("verbs", Discovery.texts(List.of("create"))))
        .toList();
  }

  static List<Json.Obj> aggregated(String groupVersion) {
    return KINDS.getOrDefault(groupVersion, List.of()).stream()
        .map(
            kind ->
                Json.of("resource", Json.of(singular(kind) + "s"))
                    .with("responseKind", Json.of("kind", Json.of(kind)))
                    .with("scope", Json.of("Cluster"))
                    .with("singularResource", Json.of(singular(kind)))
                    .with("verbs", Discovery.texts(List.of("create"))))
        .toList();
  }

  private static String singular(String kind) {
    return kind.toLowerCase(java.util.Locale.ROOT);
  }

  /// The review with its status, if the path is one of a review.
  static Optional<Json.Obj> review(String path, Json.Obj asked) {
    for (var groupVersion : GROUP_VERSIONS) {
      for (var kind : KINDS.getOrDefault(groupVersion, List.of())) {
        if (path.equals("/apis/" + groupVersion + "/" + singular(kind) + "s")) {
          return Optional.of(
              asked
                  .with("kind", Json.of(kind))
                  .with("apiVersion", Json.of(groupVersion))
                  .with("metadata", Json.EMPTY)
                  .with("status", status(kind)));
        }
      }
    }
    return Optional.empty();
  }

  private static Json.Obj status(String kind) {
    return switch (kind) {
      case "SelfSubjectAccessReview" ->
          Json.of("allowed", Json.of(true))
              .with("reason", Json.of("every client is the administrator of a simulated cluster"));
      case "SelfSubjectRulesReview" ->
          Json.of("incomplete", Json.of(false))
              .with("resourceRules", Json.of(List.of(resources())))
              .with("nonResourceRules", Json.of(List.of(paths())));
      default ->
          Json.of(
              "userInfo",
              Json.of("username", Json.of("admin"))
                  .with("groups", Discovery.texts(List.of("system:masters"))));
    };
  }

  private static Json.Obj resources() {
    return Json.of("verbs", EVERYTHING).with("apiGroups", EVERYTHING).with("resources", EVERYTHING);
  }

  private static Json.Obj paths() {
    return Json.of("verbs", EVERYTHING).with("nonResourceURLs", EVERYTHING);
  }
}
