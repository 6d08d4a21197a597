package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.deploy.Permission;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.OnRealCluster;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Compares the audit log of the run with `deploy/rbac.yaml`: what the controller asks for and may
/// not do, and what it may do and never asks for. Isolated classes run after all others, and this
/// is the last of them.
@OnRealCluster("the simulated cluster has no authorization")
@Isolated
@Order(Integer.MAX_VALUE)
class UsedPermissionsIT {
  private static final Path TESTS = Path.of("tests/src/it/java");

  /// Asked for by the admission plugin OwnerReferencesPermissionEnforcement, so that no request has
  /// them, and the test that fails without them.
  private static final Map<String, String> ONLY_ADMISSION =
      Map.of(
          "update statefulsets.apps.kruise.io/finalizers", "AdmissionVerbsIT",
          "update imagepulljobs.apps.kruise.io/finalizers", "AdmissionVerbsIT",
          "update pods/finalizers", "AdmissionVerbsIT",
          "delete persistentvolumeclaims", "AdmissionVerbsIT");

  /// Asked for where `--namespace` is given, and a refusal is as good as an answer.
  private static final Map<String, String> MAY_BE_REFUSED =
      Map.of("get namespaces", "tells whether the namespace of --namespace exists");

  private final Cluster cluster;

  UsedPermissionsIT(Cluster cluster) {
    this.cluster = cluster;
  }

  private SortedSet<Permission> used() {
    return Stream.of(User.ORDINAL, User.STANDBY)
        .flatMap(user -> cluster.rig().audit().by(user).entries().stream())
        .filter(entry -> !entry.resource().isEmpty())
        .map(
            entry ->
                Permission.of(entry.verb(), entry.group(), entry.resource(), entry.subresource()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedSet<Permission> granted() {
    var all = new TreeSet<>(Permission.granted("deploy/rbac.yaml", "ordinal-controller"));
    all.addAll(Permission.granted("deploy/rbac.yaml", "ordinal-leader"));
    all.addAll(Permission.granted("deploy/rbac.yaml", "ordinal-beside-kruise"));
    all.addAll(Permission.granted("deploy/metrics-auth.yaml", "ordinal-metrics-auth"));
    all.addAll(Permission.granted("deploy/webhook.yaml", "ordinal-webhook"));
    return all;
  }

  @Test
  void nothingIsMissing() {
    assertThat(used())
        .filteredOn(permission -> !MAY_BE_REFUSED.containsKey(permission.toString()))
        .isSubsetOf(granted());
  }

  /// A part of the tests uses a part of the permissions, so that only a whole run can tell.
  @Test
  void nothingIsUnused() throws IOException {
    var unused = new TreeSet<>(granted());
    unused.removeAll(used());
    if (absent().isEmpty()) {
      assertThat(unused.stream().map(Permission::toString))
          .containsExactlyInAnyOrderElementsOf(ONLY_ADMISSION.keySet());
    } else {
      assertThat(unused.stream().map(Permission::toString)).containsAll(ONLY_ADMISSION.keySet());
    }
  }

  @Test
  void everyExceptionHasItsTest() {
    assertThat(ONLY_ADMISSION.values())
        .allSatisfy(
            name -> assertThat(TESTS.resolve("dev/ordinal/e2e/" + name + ".java")).isRegularFile());
  }

  private List<String> absent() throws IOException {
    var visitors = cluster.rig().visitors();
    try (var files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith("IT.java") && entersTheCluster(file))
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !visitors.contains(name))
          .sorted()
          .toList();
    }
  }

  private static boolean entersTheCluster(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.anyMatch(line -> line.matches("@On(Real)?Cluster.*"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
