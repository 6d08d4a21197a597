package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.crd.Definition;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Refusal;
import java.util.List;

/// The scale subresource of a custom resource.
final class ScaleSubresource {
  private ScaleSubresource() {}

  static Json.Obj of(Resource resource, Json.Obj object) {
    var paths = paths(resource);
    var metadata = Json.EMPTY;
    for (var field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      metadata = metadata.with(field, Json.of(object.object("metadata").text(field)));
    }
    var spec =
        Definition.find(object, paths.text("specReplicasPath"))
            .map(replicas -> Json.of("replicas", replicas))
            .orElse(Json.EMPTY);
    var status =
        Json.of(
            "replicas",
            Definition.find(object, paths.text("statusReplicasPath")).orElse(Json.of(0)));
    var selector = Definition.find(object, paths.text("labelSelectorPath"));
    return Json.of("apiVersion", Json.of("autoscaling/v1"))
        .with("kind", Json.of("Scale"))
        .with("metadata", metadata)
        .with("spec", spec)
        .with("status", selector.map(text -> status.with("selector", text)).orElse(status));
  }

  /// The object with the replicas of a scale.
  static Json.Obj scaled(Resource resource, Json.Obj object, Json.Obj scale) {
    var path = paths(resource).text("specReplicasPath").substring(1).split("\\.");
    if (path.length != 2) {
      throw Refusal.internal("replicas that lie so deep are not modelled");
    }
    var replicas = scale.object("spec").find("replicas").orElse(Json.of(0));
    var version = scale.object("metadata").text("resourceVersion");
    var scaled = object.with(path[0], object.object(path[0]).with(path[1], replicas));
    var metadata = object.object("metadata");
    return version.isEmpty()
        ? scaled
        : scaled.with("metadata", metadata.with("resourceVersion", Json.of(version)));
  }

  private static Json.Obj paths(Resource resource) {
    return resource.strategy().scale().orElseThrow(Refusal::unknownResource);
  }
}
