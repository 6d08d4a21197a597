package dev.ordinal.cli.tour;

import dev.ordinal.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A table of the API server as kubectl prints it. Columns keep their width from one part of a
/// table to the next, so that the rows of a watch are aligned.
final class TableText {
  private static final int GAP = 3;

  private final List<Integer> shown = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();

  /// Wide enough for the longest expected state of a pod, so that a watch keeps its columns.
  static TableText withRoom() {
    var text = new TableText();
    text.widths.addAll(List.of(0, 0, "ContainerCreating".length() + GAP));
    return text;
  }

  /// The rows, after the header for the first of them.
  List<String> lines(Json.Obj table) {
    var rows = new ArrayList<List<String>>();
    if (table.items("rows").isEmpty()) {
      return List.of();
    }
    if (shown.isEmpty()) {
      rows.add(heads(table.items("columnDefinitions")));
    }
    for (var row : table.items("rows")) {
      var cells = ((Json.Obj) row).items("cells");
      rows.add(shown.stream().map(column -> text(cells.get(column))).toList());
    }
    rows.forEach(this::widen);
    return rows.stream().map(this::line).toList();
  }

  private List<String> heads(List<Json> heads) {
    var names = new ArrayList<String>();
    for (var i = 0; i < heads.size(); i++) {
      var head = (Json.Obj) heads.get(i);
      if (head.find("priority").equals(Optional.of(Json.of(0)))) {
        shown.add(i);
        names.add(head.text("name").toUpperCase(Locale.ROOT));
      }
    }
    return names;
  }

  private static String text(Json cell) {
    return switch (cell) {
      case Json.Str(var text) -> text;
      case Json.Num(var digits) -> digits;
      case Json.Bool(var value) -> Boolean.toString(value);
      case Json.Null() -> "";
      case Json.Obj _, Json.Arr _ -> "";
    };
  }

  private void widen(List<String> row) {
    for (var i = 0; i < row.size(); i++) {
      var width = row.get(i).length() + GAP;
      if (i == widths.size()) {
        widths.add(width);
      } else {
        widths.set(i, Math.max(widths.get(i), width));
      }
    }
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    for (var i = 0; i < row.size(); i++) {
      line.append(row.get(i)).repeat(' ', widths.get(i) - row.get(i).length());
    }
    return line.toString().stripTrailing();
  }
}
