package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.life.LifecycleTable;
import dev.ordinal.plan.life.LifecycleTable.Guard;
import dev.ordinal.plan.life.LifecycleTable.Row;
import dev.ordinal.plan.life.LifecycleTable.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The page about the life of a pod shows the table itself, as a diagram and row by row.
class LifecyclePageTest {
  private static final Path PAGE = Path.of("docs/reference/lifecycle.md");

  @Test
  void diagramIsTheTable() throws IOException {
    assertThat(Files.readString(PAGE)).as("the diagram in %s", PAGE).contains(diagram());
  }

  @Test
  void rowsAreTheTable() throws IOException {
    assertThat(Files.readString(PAGE)).as("the rows in %s", PAGE).contains(rows());
  }

  /// Waits are left out, and ways that go the same distance for different reasons are one arrow.
  private static String diagram() {
    var arrows =
        LifecycleTable.ROWS.stream()
            .filter(row -> !row.isWait())
            .collect(
                Collectors.groupingBy(
                    row -> row.from().label() + " --> " + to(row),
                    TreeMap::new,
                    Collectors.mapping(
                        row -> words(row.wanted().name()), Collectors.joining(", "))));
    return arrows.entrySet().stream()
        .map(arrow -> "    " + arrow.getKey() + " : " + distinct(arrow.getValue()) + "\n")
        .collect(Collectors.joining("", "```mermaid\nstateDiagram-v2\n", "```\n"));
  }

  private static String distinct(String wishes) {
    return Arrays.stream(wishes.split(", ")).distinct().collect(Collectors.joining(", "));
  }

  private static String to(Row row) {
    return row.step() == Step.DELETE ? "[*]" : row.to().label();
  }

  private static String rows() {
    return LifecycleTable.ROWS.stream()
        .map(
            row ->
                "| %s | %s | %s | %s | %s |\n"
                    .formatted(
                        row.from().label(),
                        words(row.wanted().name()),
                        row.guard() == Guard.ALWAYS ? "" : words(row.guard().name()),
                        row.step() == Step.NOTHING ? "" : words(row.step().name()),
                        row.isWait() ? "waits" : goal(row)))
        .collect(Collectors.joining());
  }

  private static String goal(Row row) {
    return row.step() == Step.DELETE ? "gone" : row.to().label();
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
