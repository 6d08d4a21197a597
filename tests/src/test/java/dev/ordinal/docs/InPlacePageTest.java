package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.renew.InPlaceTable;
import dev.ordinal.plan.renew.InPlaceTable.Guard;
import dev.ordinal.plan.renew.InPlaceTable.Row;
import dev.ordinal.plan.renew.InPlaceTable.State;
import dev.ordinal.plan.renew.InPlaceTable.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page about updates in place shows the table itself, as a diagram and row by row, and
/// explains each of its words.
class InPlacePageTest {
  private static final Path PAGE = Path.of("docs/reference/in-place-update.md");

  @Test
  void diagramIsTheTable() throws IOException {
    assertThat(Files.readString(PAGE)).as("the diagram in %s", PAGE).contains(diagram());
  }

  @Test
  void rowsAreTheTable() throws IOException {
    assertThat(Files.readString(PAGE)).as("the rows in %s", PAGE).contains(rows());
  }

  @Test
  void everyWordIsExplained() throws IOException {
    var guards = Stream.of(Guard.values()).filter(guard -> guard != Guard.ALWAYS).map(Guard::name);
    var steps = Stream.of(Step.values()).filter(step -> step != Step.NOTHING).map(Step::name);
    var states = Stream.of(State.values()).map(State::name);
    var page = Files.readString(PAGE);

    assertThat(Stream.of(guards, steps, states).flatMap(names -> names))
        .allSatisfy(name -> assertThat(page).contains("\n| *%s* | ".formatted(words(name))));
  }

  /// Waits are left out, and ways between the same two states are one arrow.
  private static String diagram() {
    var arrows =
        InPlaceTable.ROWS.stream()
            .filter(row -> !isWait(row))
            .collect(
                Collectors.groupingBy(
                    row -> label(row.from()) + " --> " + label(row.to()),
                    LinkedHashMap::new,
                    Collectors.mapping(InPlacePageTest::reason, Collectors.joining(", "))));
    return arrows.entrySet().stream()
        .map(arrow -> "    " + arrow.getKey() + " : " + arrow.getValue() + "\n")
        .collect(
            Collectors.joining(
                "",
                "```mermaid\nstateDiagram-v2\n    [*] --> Due\n",
                "    Complete --> [*]\n```\n"));
  }

  private static boolean isWait(Row row) {
    return row.from() == row.to() && row.step() == Step.NOTHING;
  }

  private static String reason(Row row) {
    return row.guard() == Guard.ALWAYS ? words(row.step().name()) : words(row.guard().name());
  }

  private static String rows() {
    return InPlaceTable.ROWS.stream()
        .map(
            row ->
                "| %s | %s | %s | %s | %s |\n"
                    .formatted(
                        label(row.from()),
                        row.guard() == Guard.ALWAYS ? "" : words(row.guard().name()),
                        row.step() == Step.NOTHING ? "" : words(row.step().name()),
                        row.hold().reason().isEmpty() ? "" : "`" + row.hold().reason() + "`",
                        isWait(row) ? "waits" : label(row.to())))
        .collect(Collectors.joining());
  }

  private static String label(State state) {
    return state.name().charAt(0) + words(state.name().substring(1));
  }

  private static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
