package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.OverviewJson;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `ordinal history`
@Command(name = "history", description = "List the revisions of a set, the newest first.")
public final class HistoryCommand implements Callable<Integer> {
  @Mixin private ShownSet shown = new ShownSet();

  @Override
  public Integer call() {
    var set = shown.read();
    shown.print(
        lines(set),
        Json.of(set.revisions().stream().map(OverviewJson::of).toList()),
        set.revisions().stream().map(RevisionRow::name).toList());
    return 0;
  }

  static List<String> lines(SetOverview set) {
    var table = new AlignedTable("REVISION", "NAME", "PODS", "AGE", "IMAGES", "CAUSE");
    for (var each : set.revisions()) {
      table.row(
          each.number() + (each.isUpdate() ? " *" : ""),
          each.name(),
          Integer.toString(each.pods()),
          AgeText.between(each.createdAt(), set.now()),
          String.join(",", each.images()),
          each.cause());
    }
    return table.lines();
  }
}
