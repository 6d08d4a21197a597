package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import dev.ordinal.sim.kind.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Turns objects and lists of one resource into tables.
public final class Tables {
  private final Columns columns;
  private final Resource resource;
  private final String include;

  /// @param printers the printer columns of a custom resource; empty for a native one
  /// @param include the content of rows: `Metadata`, `Object` or `None`
  public Tables(Resource resource, List<Json.Obj> printers, String include) {
    this.resource = resource;
    this.include = include;
    this.columns =
        resource.strategy().hasStrategicMerge()
            ? Columns.of(resource.storage())
            : CustomColumns.of(printers);
  }

  /// The table of one object, or of a list's items.
  public Json.Obj of(Json.Obj reply, Instant now) {
    var isList = reply.members().get("items") instanceof Json.Arr;
    var items = isList ? Row.objects(reply, "items") : List.of(reply);
    var heads = Json.of(columns.heads().stream().map(Column::definition).toList());
    var version = reply.object("metadata").text("resourceVersion");
    var metadata = isList ? reply.object("metadata") : Json.of("resourceVersion", Json.of(version));
    return table(metadata, heads, items, now);
  }

  /// The table of an object in a watch: only the first one has headers.
  public Json.Obj event(Json.Obj object, boolean isFirst, Instant now) {
    return isFirst ? of(object, now) : of(object, now).with("columnDefinitions", new Json.Null());
  }

  private Json.Obj table(Json.Obj metadata, Json heads, List<Json.Obj> items, Instant now) {
    var rows = new ArrayList<Json>(items.size());
    for (var item : items) {
      var cells = Json.of(columns.cells().apply(new Row(item, now)));
      rows.add(Json.of("cells", cells).with("object", companion(item)));
    }
    return Json.of("kind", Json.of("Table"))
        .with("apiVersion", Json.of("meta.k8s.io/v1"))
        .with("metadata", metadata)
        .with("columnDefinitions", heads)
        .with("rows", Json.of(rows));
  }

  private Json companion(Json.Obj item) {
    return switch (include) {
      case "None" -> new Json.Null();
      case "Object" ->
          item.with("kind", Json.of(resource.names().kind()))
              .with("apiVersion", Json.of(resource.names().apiVersion()));
      default -> partial(item);
    };
  }

  /// An object's metadata alone.
  public static Json.Obj partial(Json.Obj item) {
    return Json.of("kind", Json.of("PartialObjectMetadata"))
        .with("apiVersion", Json.of("meta.k8s.io/v1"))
        .with("metadata", item.object("metadata"));
  }
}
