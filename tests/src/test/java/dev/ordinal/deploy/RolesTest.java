package dev.ordinal.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the manifests in `deploy` grant. `UsedPermissionsIT` compares it with what is used.
class RolesTest {
  private static final String CLUSTER = "deploy/rbac.yaml";
  private static final String NAMESPACE = "deploy/rbac-namespaced.yaml";
  private static final String USERS = "deploy/rbac-users.yaml";
  private static final String WEBHOOK = "deploy/webhook.yaml";

  private static Stream<Json.Obj> rules(String file) {
    return Permission.roles(file).stream()
        .flatMap(role -> role.items("rules").stream())
        .map(Json.Obj.class::cast);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, NAMESPACE, USERS, WEBHOOK})
  void noWildcard(String file) {
    assertThat(rules(file))
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(Permission.words(rule, "apiGroups")).isNotEmpty().doesNotContain("*");
              assertThat(Permission.words(rule, "resources"))
                  .isNotEmpty()
                  .noneMatch(resource -> resource.contains("*"));
              assertThat(Permission.words(rule, "verbs")).isNotEmpty().doesNotContain("*");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {CLUSTER, NAMESPACE, USERS, WEBHOOK})
  void noSecretsAndNoWayToMoreRights(String file) {
    assertThat(rules(file))
        .allSatisfy(
            rule -> {
              assertThat(Permission.words(rule, "resources"))
                  .doesNotContain(
                      "secrets", "pods/exec", "pods/attach", "serviceaccounts/token", "roles");
              assertThat(Permission.words(rule, "verbs"))
                  .doesNotContain("impersonate", "bind", "escalate");
            });
  }

  /// A role can grant nothing outside its namespace.
  @Test
  void oneNamespaceHasAllPermissionsOfTheClusterButThoseOutsideOfNamespaces() {
    assertThat(in(NAMESPACE, "ordinal-controller"))
        .isEqualTo(
            changed(
                in(CLUSTER, "ordinal-controller"),
                new TreeSet<>(
                    List.of(
                        new Permission("list", "nodes"),
                        new Permission("watch", "nodes"),
                        new Permission("list", "storageclasses.storage.k8s.io"),
                        new Permission("watch", "storageclasses.storage.k8s.io"))),
                new Permission("get", "namespaces")));
  }

  @Test
  void leasesAreInTheControllersOwnNamespaceAlone() {
    assertThat(in(CLUSTER, "ordinal-leader"))
        .isNotEmpty()
        .allMatch(one -> one.resource().equals("leases.coordination.k8s.io"));
    assertThat(in(NAMESPACE, "ordinal-leader")).isEqualTo(in(CLUSTER, "ordinal-leader"));
    assertThat(in(CLUSTER, "ordinal-controller"))
        .noneMatch(one -> one.resource().startsWith("leases"));
  }

  /// Who may change any webhook may refuse and change any object.
  @Test
  void webhookMayChangeItsOwnConfigurationAlone() {
    assertThat(rules(WEBHOOK))
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(Permission.words(rule, "resourceNames")).containsExactly("ordinal");
              assertThat(Permission.words(rule, "verbs")).containsExactly("get", "patch");
            });
    assertThat(in(CLUSTER, "ordinal-controller"))
        .noneMatch(one -> one.resource().contains("webhook"));
  }

  private static SortedSet<Permission> in(String file, String role) {
    return Permission.granted(file, role);
  }

  private static SortedSet<Permission> changed(
      SortedSet<Permission> permissions, SortedSet<Permission> without, Permission with) {
    var found = new TreeSet<>(permissions);
    found.removeAll(without);
    found.add(with);
    return found;
  }
}
