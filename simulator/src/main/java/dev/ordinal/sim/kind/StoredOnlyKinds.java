package dev.ordinal.sim.kind;

import dev.ordinal.sim.kind.Resource.Features;
import dev.ordinal.sim.kind.Resource.Names;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Native kinds that are stored as they are sent, without defaults, so that manifests with them
/// can be applied. Nothing acts on them.
public final class StoredOnlyKinds {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final Features WITH_STATUS = Features.PLAIN.parts("status");

  private static final Set<String> STORAGE =
      all().stream().map(Resource::storage).collect(Collectors.toUnmodifiableSet());

  private StoredOnlyKinds() {}

  static List<Resource> all() {
    return Stream.of(
            workload("apps", "deployments", "Deployment"),
            workload("apps", "replicasets", "ReplicaSet"),
            workload("apps", "statefulsets", "StatefulSet"),
            workload("apps", "daemonsets", "DaemonSet"),
            workload("batch", "jobs", "Job"),
            workload("batch", "cronjobs", "CronJob"),
            new Resource(
                new Names(
                    "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler"),
                true,
                WITH_STATUS,
                Native.of("HorizontalPodAutoscaler").withStatus()),
            role(true, "roles", "Role"),
            role(true, "rolebindings", "RoleBinding"),
            role(false, "clusterroles", "ClusterRole"),
            role(false, "clusterrolebindings", "ClusterRoleBinding"))
        .toList();
  }

  private static Resource workload(String group, String plural, String kind) {
    return new Resource(
        new Names(group, "v1", plural, kind), true, WITH_STATUS, Native.of(kind).withStatus());
  }

  private static Resource role(boolean isNamespaced, String plural, String kind) {
    return new Resource(
        new Names(RBAC, "v1", plural, kind), isNamespaced, Features.PLAIN, Native.of(kind));
  }

  /// The warning when an object of this kind is written.
  public static Optional<String> findWarning(Resource resource) {
    return STORAGE.contains(resource.storage())
        ? Optional.of(
            "the simulated cluster stores this %s, and nothing acts on it"
                .formatted(resource.names().kind()))
        : Optional.empty();
  }
}
