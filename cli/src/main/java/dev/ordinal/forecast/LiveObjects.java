package dev.ordinal.forecast;

import dev.ordinal.kube.http.Api;
import dev.ordinal.model.Names;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.live.ClusterReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reads the objects around a set, whole but for the notes about who wrote which field.
public final class LiveObjects {
  private final ClusterReader reader;
  private final Json.Obj set;

  private LiveObjects(ClusterReader reader, Json.Obj set) {
    this.reader = reader;
    this.set = set;
  }

  /// Empty when there is no such set.
  ///
  /// @throws IllegalArgumentException when its pods, claims or revisions cannot be read: a forecast
  ///     without them would be wrong
  public static Optional<ClusterObjects> find(Api api, SetKey key) {
    var reader = new ClusterReader(api, Optional.of(key.namespace()));
    var path =
        "/apis/%s/namespaces/%s/statefulsets/%s"
            .formatted(Names.API_VERSION, key.namespace(), key.name());
    return reader.one(path).map(set -> new LiveObjects(reader, set).around());
  }

  private ClusterObjects around() {
    var pods = demand("/api/v1", "pods", this::isOwned);
    var mounted = new TreeSet<String>();
    for (var pod : pods) {
      for (var item : pod.object("spec").items("volumes")) {
        if (item instanceof Json.Obj volume) {
          mounted.add(volume.object("persistentVolumeClaim").text("claimName"));
        }
      }
    }
    return new ClusterObjects(
        set,
        pods,
        demand("/api/v1", "persistentvolumeclaims", claim -> isClaim(claim, mounted)),
        demand("/apis/apps/v1", "controllerrevisions", this::isOwned),
        reader.inCluster("/api/v1", "nodes").orElse(List.of()),
        reader.inCluster("/apis/storage.k8s.io/v1", "storageclasses").orElse(List.of()));
  }

  private List<Json.Obj> demand(String group, String resource, Predicate<Json.Obj> isMeant) {
    return reader
        .inNamespace(group, resource, isMeant)
        .map(found -> found.stream().map(LiveObjects::slim).toList())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "What would happen cannot be told: " + reader.unread().getLast()));
  }

  private static Json.Obj slim(Json.Obj object) {
    return object.with("metadata", ClusterObjects.metadata(object).without("managedFields"));
  }

  private boolean isClaim(Json.Obj claim, Set<String> mounted) {
    var name = ClusterObjects.metadata(claim).text("name");
    var own = ".+-" + Pattern.quote(ClusterObjects.metadata(set).text("name")) + "-\\d+";
    return mounted.contains(name) || name.matches(own);
  }

  private boolean isOwned(Json.Obj object) {
    var uid = ClusterObjects.metadata(set).text("uid");
    return ClusterObjects.metadata(object).items("ownerReferences").stream()
        .anyMatch(owner -> owner instanceof Json.Obj found && found.text("uid").equals(uid));
  }
}
