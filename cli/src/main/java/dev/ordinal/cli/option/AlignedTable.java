package dev.ordinal.cli.option;

import java.util.ArrayList;
import java.util.List;

/// Rows under headings, each column as wide as its widest cell.
public final class AlignedTable {
  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();

  public AlignedTable(String... headings) {
    rows.add(List.of(headings));
  }

  /// Cells may be coloured.
  public AlignedTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /// A line of its own, which makes no column wider.
  public AlignedTable span(String text) {
    rows.add(List.of(text));
    return this;
  }

  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    for (var i = 0; i < row.size(); i++) {
      line.append(row.get(i));
      if (i < row.size() - 1) {
        line.repeat(' ', width(i) + GAP - Screen.width(row.get(i)));
      }
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > Math.max(1, column))
        .mapToInt(row -> Screen.width(row.get(column)))
        .max()
        .orElse(0);
  }
}
