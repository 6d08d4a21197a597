package dev.ordinal.local.table;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/// The table of a custom resource, by its definition.
final class CustomColumns {
  private CustomColumns() {}

  /// `printers` are the `additionalPrinterColumns`; without any the age is shown.
  static Columns of(List<Json.Obj> printers) {
    var wanted = printers.isEmpty() ? List.of(age()) : printers;
    var heads = new ArrayList<Column>();
    heads.add(Column.of("Name"));
    for (var each : wanted) {
      heads.add(
          new Column(
              each.text("name"),
              each.text("type"),
              (int) Row.number(each, "priority"),
              each.text("description")));
    }
    return new Columns(heads, row -> cells(row, wanted));
  }

  private static Json.Obj age() {
    return Json.of("name", Json.of("Age"))
        .with("type", Json.of("date"))
        .with("jsonPath", Json.of(".metadata.creationTimestamp"));
  }

  private static List<Json> cells(Row row, List<Json.Obj> printers) {
    var cells = new ArrayList<Json>();
    cells.add(row.name());
    for (var each : printers) {
      var found = JsonPath.find(row.object(), each.text("jsonPath"));
      cells.add(found.isEmpty() ? new Json.Null() : cell(each, found, row));
    }
    return cells;
  }

  private static Json cell(Json.Obj printer, List<Json> found, Row row) {
    var value = found.getFirst();
    return switch (printer.text("type")) {
      case "date" -> Json.of(Ages.since(Row.plain(value), row.now()));
      case "integer", "number" -> value instanceof Json.Num ? value : new Json.Null();
      case "boolean" -> value instanceof Json.Bool ? value : new Json.Null();
      default -> Json.of(Row.plain(value));
    };
  }
}
