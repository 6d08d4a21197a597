package dev.ordinal.local.serve;

import dev.ordinal.local.http.HttpReply;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.kind.Resource;
import dev.ordinal.sim.reply.Reply;
import dev.ordinal.sim.shape.Shape;
import dev.ordinal.sim.shape.Shapes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The schemas for `kubectl explain`, and the list types that `kubectl apply` and `diff` need.
final class OpenApi {
  private static final String OLDER_PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

  private final ApiResources catalogue;

  OpenApi(ApiResources catalogue) {
    this.catalogue = catalogue;
  }

  /// The older form, which is empty. kubectl looks here for a kind that the newer form does not
  /// have, and without it would report an error about the schema instead of the kind.
  static Optional<Supplier<HttpReply>> older(String accept) {
    // Some clients write `v2@v1.0`.
    if (accept.contains("proto-openapi.spec.v2")) {
      return Optional.of(() -> new HttpReply.Whole(200, OLDER_PROTOBUF, new byte[0], List.of()));
    }
    var document =
        Json.of("swagger", Json.of("2.0"))
            .with("info", information())
            .with("paths", Json.EMPTY)
            .with("definitions", Json.EMPTY);
    return Optional.of(() -> Documents.of(Reply.ok(document)));
  }

  private static Json.Obj information() {
    return Json.of("title", Json.of("Kubernetes")).with("version", Json.of(Versions.FULL));
  }

  /// The paths of the documents. With the hash clients keep their copy until it changes.
  Json.Obj index() {
    var paths = new TreeMap<String, Json>();
    for (var groupVersion : catalogue.groupVersions()) {
      var path = prefix(groupVersion);
      var hash = Integer.toHexString(JsonText.write(document(groupVersion)).hashCode());
      paths.put(
          path, Json.of("serverRelativeURL", Json.of("/openapi/v3/" + path + "?hash=" + hash)));
    }
    return Json.of("paths", new Json.Obj(paths));
  }

  static String prefix(String groupVersion) {
    return groupVersion.contains("/") ? "apis/" + groupVersion : "api/" + groupVersion;
  }

  Json.Obj document(String groupVersion) {
    var schemas = new Schemas();
    var paths = new TreeMap<String, Json>();
    for (var resource : catalogue.resources(groupVersion)) {
      var kind = kind(resource);
      describe(resource, schemas, Json.of(List.of(kind)));
      paths.putAll(paths(resource, kind));
    }
    return Json.of("openapi", Json.of("3.0.0"))
        .with("info", information())
        .with("paths", new Json.Obj(paths))
        .with("components", Json.of("schemas", schemas.components()));
  }

  private static Json.Obj kind(Resource resource) {
    var names = resource.names();
    return Json.of("group", Json.of(names.group()))
        .with("version", Json.of(names.version()))
        .with("kind", Json.of(names.kind()));
  }

  private void describe(Resource resource, Schemas schemas, Json kind) {
    if (resource.strategy().hasStrategicMerge()) {
      if (resource.strategy().shape() instanceof Shape.Struct struct) {
        schemas.reference(struct);
        schemas.mark(struct.name(), kind);
      }
      return;
    }
    var schema =
        catalogue
            .version(resource)
            .map(version -> version.object("schema").object("openAPIV3Schema"))
            .orElse(Json.EMPTY);
    var properties =
        schema
            .object("properties")
            .with(
                "apiVersion", text("Group and version of this kind, as in `kubectl api-versions`."))
            .with("kind", text("The kind of this object, as in `kubectl api-resources`."))
            .with(
                "metadata",
                Json.of("allOf", Json.of(List.of(schemas.reference(Shapes.of("ObjectMeta")))))
                    .with("description", Json.of("Name, labels, annotations, and owners.")));
    var names = resource.names();
    schemas.add(
        names.group() + "." + names.version() + "." + names.kind(),
        schema.with("properties", properties).with("x-kubernetes-group-version-kind", kind));
  }

  private static Json.Obj text(String description) {
    return Json.of("type", Json.of("string")).with("description", Json.of(description));
  }

  private static Map<String, Json> paths(Resource resource, Json.Obj kind) {
    var names = resource.names();
    var space = resource.isNamespaced() ? "/namespaces/{namespace}/" : "/";
    var all = "/" + prefix(names.apiVersion()) + space + names.plural();
    var read = operation(kind);
    var write =
        read.with(
            "parameters",
            Json.of(
                List.of(
                    parameter("dryRun"), parameter("fieldManager"), parameter("fieldValidation"))));
    return Map.of(
        all,
        Json.of("get", read).with("post", write),
        all + "/{name}",
        Json.of("get", read).with("put", write).with("patch", write).with("delete", read));
  }

  private static Json.Obj operation(Json.Obj kind) {
    return Json.of("x-kubernetes-group-version-kind", kind)
        .with("responses", Json.of("200", Json.of("description", Json.of("OK"))));
  }

  private static Json.Obj parameter(String name) {
    return Json.of("name", Json.of(name))
        .with("in", Json.of("query"))
        .with("schema", Json.of("type", Json.of("string")));
  }
}
