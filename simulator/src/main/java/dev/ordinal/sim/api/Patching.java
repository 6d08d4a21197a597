package dev.ordinal.sim.api;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.Request.Body;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.patch.Apply;
import dev.ordinal.sim.patch.JsonPatch;
import dev.ordinal.sim.patch.MergePatch;
import dev.ordinal.sim.patch.StrategicMerge;
import dev.ordinal.sim.reply.Refusal;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Applies patches to objects, and remembers what each manager applied last.
final class Patching {
  private static final List<String> FOR_ALL =
      List.of(
          "application/json-patch+json",
          "application/merge-patch+json",
          "application/apply-patch+yaml");

  private final SortedMap<String, Json.Obj> applied = new TreeMap<>();

  Json.Obj patched(Request request, Json.Obj shown) {
    var resource = request.target().resource();
    var body = request.body();
    return switch (body.form()) {
      case JSON_PATCH -> JsonPatch.apply(shown, body.content());
      case MERGE_PATCH -> MergePatch.apply(shown, object(body));
      case STRATEGIC_PATCH -> strategic(resource, shown, body);
      case APPLY -> {
        Options.requireManager(request.query());
        var said = applicable(body);
        var before = applied.getOrDefault(key(request, shown), Json.EMPTY);
        yield Apply.apply(resource.strategy().shape(), shown, before, said);
      }
      case PLAIN -> throw Refusal.unsupportedMediaType();
    };
  }

  /// Called when an apply has been stored.
  void remember(Request request, Json.Obj stored) {
    if (request.body().form() == Request.Form.APPLY && !request.isDryRun()) {
      applied.put(key(request, stored), applicable(request.body()));
    }
  }

  /// The fields that each manager applied, to be saved.
  Json.Obj memory() {
    return new Json.Obj(new TreeMap<>(applied));
  }

  void findings(Json.Obj memory) {
    memory.members().forEach((key, said) -> applied.put(key, (Json.Obj) said));
  }

  /// Drops the applied fields of a deleted object.
  void forget(Json.Obj object) {
    var uid = object.object("metadata").text("uid");
    if (!applied.isEmpty()) {
      applied.subMap(uid + "/", uid + "0").clear();
    }
  }

  private static String key(Request request, Json.Obj object) {
    return object.object("metadata").text("uid") + "/" + request.query().text("fieldManager");
  }

  /// An apply does not remove metadata that the server sets.
  private static Json.Obj applicable(Body body) {
    var said = object(body);
    return said.with("metadata", said.object("metadata").without("managedFields"));
  }

  private static Json.Obj strategic(Resource resource, Json.Obj shown, Body body) {
    if (!resource.strategy().hasStrategicMerge()) {
      throw Refusal.unsupportedPatch(FOR_ALL);
    }
    return StrategicMerge.apply(resource.strategy().shape(), shown, object(body));
  }

  private static Json.Obj object(Body body) {
    if (body.content() instanceof Json.Obj object) {
      return object;
    }
    throw Refusal.badRequest(
        "error decoding patch: json: cannot unmarshal array into Go value of type"
            + " map[string]interface {}");
  }
}
