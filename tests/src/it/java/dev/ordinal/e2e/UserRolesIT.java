package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Api;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With `deploy/rbac-users.yaml` the cluster's own roles view, edit and admin cover our kinds.
@OnRealCluster("the simulated cluster has no authorization")
class UserRolesIT {
  private final Cluster cluster;

  UserRolesIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void install() {
    cluster.kubectl("apply", "-f", "deploy/rbac-users.yaml");
    for (var role : java.util.List.of("view", "edit", "admin")) {
      cluster.apply(
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: {name: user-%1$s}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
          subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: user-%1$s}]
          """
              .formatted(role));
    }
    cluster.await("the aggregation", () -> may("user-admin", "delete", "statefulsets", ""));
  }

  private boolean may(String user, String verb, String resource, String subresource) {
    var attributes =
        Json.of("namespace", Json.of(cluster.namespace()))
            .with("group", Json.of("apps.kruise.io"))
            .with("verb", Json.of(verb))
            .with("resource", Json.of(resource))
            .with("subresource", Json.of(subresource));
    var spec = Json.of("user", Json.of(user)).with("resourceAttributes", attributes);
    var review =
        Json.of("apiVersion", Json.of("authorization.k8s.io/v1"))
            .with("kind", Json.of("SubjectAccessReview"))
            .with("spec", spec);
    var path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    return Api.required(cluster.api().create(path, review), path)
        .object("status")
        .find("allowed")
        .equals(java.util.Optional.of(Json.of(true)));
  }

  @ParameterizedTest(name = "{0} {1}/{2}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get    | statefulsets  |        | view edit admin
          watch  | imagepulljobs |        | view edit admin
          get    | statefulsets  | status | view edit admin
          get    | statefulsets  | scale  | view edit admin
          create | statefulsets  |        | edit admin
          update | statefulsets  |        | edit admin
          patch  | statefulsets  | scale  | edit admin
          delete | imagepulljobs |        | edit admin
          patch  | statefulsets  | status | nobody
          """)
  void rolesCoverOurKinds(String verb, String resource, String subresource, String roles) {
    for (var role : java.util.List.of("view", "edit", "admin")) {
      assertThat(may("user-" + role, verb, resource, subresource == null ? "" : subresource))
          .as("%s", role)
          .isEqualTo(roles.contains(role));
    }
  }
}
