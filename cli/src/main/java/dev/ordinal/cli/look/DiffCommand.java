package dev.ordinal.cli.look;

import dev.ordinal.model.json.Json;
import dev.ordinal.view.RevisionChoice;
import dev.ordinal.view.TemplateLines;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `ordinal diff`
@Command(
    name = "diff",
    description = "Compare the templates of two revisions, field by field.",
    footer = "Exit code 0: they are the same. 1: they differ.")
public final class DiffCommand implements Callable<Integer> {
  @Mixin private ShownSet shown = new ShownSet();

  @Parameters(
      index = "1..2",
      arity = "0..1",
      paramLabel = "REVISION",
      description = "The numbers of the revisions. Default: the one before, and the present one.")
  private List<Long> numbers = List.of();

  @Override
  public Integer call() {
    var set = shown.read();
    var older =
        numbers.isEmpty()
            ? RevisionChoice.before(set)
            : RevisionChoice.find(set, numbers.getFirst());
    var newer =
        numbers.size() < 2
            ? RevisionChoice.present(set)
            : RevisionChoice.find(set, numbers.getLast());
    var lines = TemplateLines.diff(older.template(), newer.template());
    shown.print(
        lines.isEmpty() ? List.of("The templates are the same.") : lines,
        Json.of(lines.stream().map(Json::of).toList()),
        lines);
    return lines.isEmpty() ? 0 : 1;
  }
}
