package dev.ordinal.cli.plan;

import dev.ordinal.cli.bundle.ClusterReader;
import dev.ordinal.forecast.ClusterObjects;
import dev.ordinal.kube.http.Api;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Reads the objects around a set, whole.
final class LiveObjects {
  private LiveObjects() {}

  /// Empty when there is no such set.
  static Optional<ClusterObjects> find(Api api, SetKey key) {
    var reader = new ClusterReader(api, Optional.of(key.namespace()));
    var path =
        "/apis/%s/namespaces/%s/statefulsets/%s"
            .formatted(Names.API_VERSION, key.namespace(), key.name());
    return reader.one(path).map(set -> around(reader, set));
  }

  private static ClusterObjects around(ClusterReader reader, Json.Obj set) {
    var name = set.object("metadata").text("name");
    var pods = reader.inNamespace("/api/v1", "pods").orElse(List.of());
    var own = pods.stream().filter(pod -> isOwned(set, pod)).toList();
    var claims = reader.inNamespace("/api/v1", "persistentvolumeclaims").orElse(List.of());
    var mounted = new TreeSet<String>();
    own.forEach(
        pod ->
            pod.object("spec").items("volumes").stream()
                .filter(Json.Obj.class::isInstance)
                .map(volume -> ((Json.Obj) volume).object("persistentVolumeClaim"))
                .forEach(claim -> mounted.add(claim.text("claimName"))));
    return new ClusterObjects(
        set,
        own,
        claims.stream().filter(claim -> isClaim(claim, name, mounted)).toList(),
        reader.inNamespace("/apis/apps/v1", "controllerrevisions").orElse(List.of()).stream()
            .filter(revision -> isOwned(set, revision))
            .toList(),
        reader.inCluster("/api/v1", "nodes").orElse(List.of()),
        reader.inCluster("/apis/storage.k8s.io/v1", "storageclasses").orElse(List.of()));
  }

  private static boolean isClaim(Json.Obj claim, String set, Set<String> mounted) {
    var name = claim.object("metadata").text("name");
    return mounted.contains(name) || name.matches(".+-" + Pattern.quote(set) + "-\\d+");
  }

  private static boolean isOwned(Json.Obj set, Json.Obj object) {
    var uid = set.object("metadata").text("uid");
    return object.object("metadata").items("ownerReferences").stream()
        .anyMatch(owner -> owner instanceof Json.Obj found && found.text("uid").equals(uid));
  }
}
