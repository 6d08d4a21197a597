package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.SimAnnotations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The control plane with everything around it: our resources and permissions, nodes, kubelet.
public final class Rig implements AutoCloseable {
  private static final int NODES = 4;
  private static final Path CRDS = Path.of("deploy/crd");
  private static final Path PERMISSIONS = Path.of("deploy/rbac.yaml");

  private final Plane plane;
  private final Api api;
  private final AtomicInteger namespaces = new AtomicInteger();
  private final Set<String> visitors = ConcurrentHashMap.newKeySet();

  private final Optional<FakeKubelet> kubelet;
  private final Nodes nodes;

  private Rig(Plane plane, Optional<FakeKubelet> kubelet) {
    this.plane = plane;
    this.kubelet = kubelet;
    this.api = new Api(plane, User.ADMIN);
    this.nodes = kubelet.map(FakeKubelet::nodes).orElseGet(() -> new Nodes(api));
  }

  /// On the real control plane.
  public static Rig start(Consumer<String> progress) {
    return start(ClusterKind.REAL, progress);
  }

  /// A real control plane with nodes and permissions, without any custom resource.
  public static Rig startBare() {
    return prepare(Plane.start(ClusterKind.REAL, _ -> {}), false);
  }

  public static Rig start(ClusterKind ground, Consumer<String> progress) {
    return prepare(Plane.start(ground, progress), true);
  }

  private static Rig prepare(Plane plane, boolean hasResources) {
    try {
      if (hasResources) {
        install(plane);
      }
      return switch (plane.ground()) {
        case REAL -> {
          authorize(plane);
          yield new Rig(
              plane, Optional.of(FakeKubelet.start(plane, NODES, SimAnnotations.DEFAULTS)));
        }
        // It has kubelets of its own, and no authorization.
        case SIM -> new Rig(plane, Optional.empty());
      };
    } catch (RuntimeException | AssertionError e) {
      plane.close();
      throw e;
    }
  }

  private static void install(Plane plane) {
    var kubectl = kubectl(plane, User.ADMIN, "default");
    if (Files.isDirectory(CRDS)) {
      kubectl.require("", List.of("apply", "--server-side", "-f", CRDS.toString()));
      // A resource that has no conditions yet is an error to `kubectl wait`.
      var wait = List.of("wait", "--for=condition=Established", "crd", "--all", "--timeout=30s");
      Await.until(
          "the resources of " + CRDS,
          Duration.ofMinutes(3),
          () -> kubectl.run("", wait).code() == 0);
    }
  }

  private static void authorize(Plane plane) {
    var kubectl = kubectl(plane, User.ADMIN, "default");
    var role = "cluster-admin";
    if (Files.exists(PERMISSIONS)) {
      kubectl(plane, User.ADMIN, "ordinal-system")
          .require("", List.of("apply", "-f", PERMISSIONS.toString()));
      role = "ordinal-controller";
    }
    bind(kubectl, role);
    if (Files.exists(PERMISSIONS)) {
      bind(kubectl, "ordinal-beside-kruise");
    }
    kubectl(plane, User.ADMIN, "ordinal-system")
        .require(
            "",
            List.of(
                "create",
                "rolebinding",
                "rig-ordinal",
                "--role=ordinal-leader",
                "--user=" + User.ORDINAL.login(),
                "--user=" + User.STANDBY.login()));
  }

  private static void bind(Kubectl kubectl, String role) {
    kubectl.require(
        "",
        List.of(
            "create",
            "clusterrolebinding",
            "rig-" + role,
            "--clusterrole=" + role,
            "--user=" + User.ORDINAL.login(),
            "--user=" + User.STANDBY.login()));
  }

  /// A new namespace, named after the test class, in which pods can be created.
  Cluster enter(Class<?> test) {
    visitors.add(test.getSimpleName());
    return enter(test.getSimpleName().toLowerCase(Locale.ROOT));
  }

  /// A new namespace whose name begins like this, in which pods can be created.
  public Cluster enter(String prefix) {
    var name = prefix + "-" + namespaces.incrementAndGet();
    var body = Json.of("metadata", Json.of("name", Json.of(name)));
    Api.required(api.create("/api/v1/namespaces", body), "creating namespace " + name);
    // Without its ServiceAccount the API server refuses every pod.
    Await.until(
        "the ServiceAccount of namespace " + name,
        Duration.ofMinutes(3),
        () -> api.find("/api/v1/namespaces/" + name + "/serviceaccounts/default").isPresent());
    return new Cluster(this, name);
  }

  /// The test classes that have entered so far.
  public Set<String> visitors() {
    return Set.copyOf(visitors);
  }

  Kubectl kubectl(User user, String namespace) {
    return kubectl(plane, user, namespace);
  }

  private static Kubectl kubectl(Plane plane, User user, String namespace) {
    return new Kubectl(plane.kubectl(), plane.kubeconfig(user), namespace);
  }

  public Plane plane() {
    return plane;
  }

  /// For losing nodes; annotations and image names control everything else.
  public Nodes nodes() {
    return nodes;
  }

  /// Raw requests as the administrator.
  public Api api() {
    return api;
  }

  /// Requests of all users in all namespaces so far.
  public Audit audit() {
    return Audit.read(plane.auditLog(), "");
  }

  /// Those of one user: the log of a benchmark is long.
  public Audit audit(User user) {
    return Audit.read(plane.auditLog(), user.login()).by(user);
  }

  @Override
  public void close() {
    kubelet.ifPresent(FakeKubelet::close);
    api.close();
    plane.close();
  }
}
