package dev.ordinal.golden;

import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Cluster;
import java.util.List;
import java.util.stream.Stream;

/// A set with its pods, claims and revisions, as they are stored.
public final class Belongings {
  private Belongings() {}

  /// `group` is that of the set, such as `apis/apps/v1`.
  public static List<Json.Obj> of(Cluster place, String group, String set) {
    return Stream.of(
            kept(place, group, "statefulsets", "StatefulSet"),
            kept(place, "api/v1", "pods", "Pod"),
            kept(place, "api/v1", "persistentvolumeclaims", "PersistentVolumeClaim"),
            kept(place, "apis/apps/v1", "controllerrevisions", "ControllerRevision"))
        .flatMap(found -> found)
        .filter(object -> name(object).matches("(data-)?" + set + "(-.*)?"))
        .toList();
  }

  /// Lists leave the kinds of their items out.
  private static Stream<Json.Obj> kept(Cluster place, String group, String list, String kind) {
    return place.list(group, list).stream()
        .map(
            object ->
                object
                    .with("kind", Json.of(kind))
                    .with("metadata", object.object("metadata").without("managedFields")));
  }

  private static String name(Json.Obj object) {
    return object.object("metadata").text("name");
  }
}
