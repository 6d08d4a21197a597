package dev.ordinal.forecast;

import dev.ordinal.model.json.Json;
import java.util.List;

/// The objects around one set, as the API server has them. Nodes and classes may be unknown.
public record ClusterObjects(
    Json.Obj set,
    List<Json.Obj> pods,
    List<Json.Obj> claims,
    List<Json.Obj> revisions,
    List<Json.Obj> nodes,
    List<Json.Obj> classes) {
  public ClusterObjects {
    pods = List.copyOf(pods);
    claims = List.copyOf(claims);
    revisions = List.copyOf(revisions);
    nodes = List.copyOf(nodes);
    classes = List.copyOf(classes);
  }

  String namespace() {
    return metadata(set).text("namespace");
  }

  String name() {
    return metadata(set).text("name");
  }

  static Json.Obj metadata(Json.Obj object) {
    return object.object("metadata");
  }
}
