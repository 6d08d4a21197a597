package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.model.json.Json;
import dev.ordinal.view.OverviewJson;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
        lines(shown.screen(), set),
        Json.of(set.revisions().stream().map(OverviewJson::of).toList()),
        set.revisions().stream().map(RevisionRow::name).toList());
    return 0;
  }

  /// In a narrow terminal images and causes are below their revision: to cut them would hide what
  /// tells the revisions apart.
  static List<String> lines(Screen screen, SetOverview set) {
    var wide = new AlignedTable("REVISION", "NAME", "PODS", "AGE", "IMAGES", "CAUSE");
    var narrow = new AlignedTable("REVISION", "NAME", "PODS", "AGE");
    for (var each : set.revisions()) {
      var number = each.number() + (each.isUpdate() ? " *" : "");
      var pods = Integer.toString(each.pods());
      var age = AgeText.between(each.createdAt(), set.now());
      wide.row(number, each.name(), pods, age, String.join(",", each.images()), each.cause());
      narrow.row(number, each.name(), pods, age);
      Stream.of(String.join(", ", each.images()), each.cause())
          .filter(text -> !text.isEmpty())
          .flatMap(text -> screen.wrapped("  ", text, Tone.PLAIN).stream())
          .forEach(narrow::span);
    }
    var lines = wide.lines();
    var widest = lines.stream().mapToInt(Screen::width).max().orElse(0);
    return widest <= screen.size().columns() ? lines : narrow.lines();
  }
}
