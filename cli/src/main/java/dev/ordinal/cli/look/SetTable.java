package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.SetPhase;
import java.util.ArrayList;
import java.util.List;

/// Sets as a table.
record SetTable(Screen screen, boolean hasNamespace, boolean isWide) {

  List<String> lines(List<SetOverview> sets) {
    var table = new AlignedTable(headings());
    sets.forEach(set -> table.row(cells(set)));
    return table.lines();
  }

  private String[] headings() {
    var names =
        new ArrayList<>(
            List.of("NAME", "PHASE", "READY", "UPDATED", "AVAILABLE", "PROGRESS", "AGE"));
    if (hasNamespace) {
      names.addFirst("NAMESPACE");
    }
    if (isWide) {
      names.addAll(List.of("STRATEGY", "PARTITION", "REVISION", "IMAGES"));
    }
    names.add("MESSAGE");
    return names.toArray(String[]::new);
  }

  private String[] cells(SetOverview set) {
    var counts = set.counts();
    var replicas = set.goal().replicas();
    var cells =
        new ArrayList<>(
            List.of(
                set.key().name(),
                screen.paint(tone(set.phase()), set.phase().word()),
                counts.ready() + "/" + replicas,
                Integer.toString(counts.updated()),
                Integer.toString(counts.available()),
                set.progress().percent() + "%",
                AgeText.between(set.createdAt(), set.now())));
    if (hasNamespace) {
      cells.addFirst(set.key().namespace());
    }
    if (isWide) {
      var update = set.updateRevision();
      cells.add(set.goal().strategy());
      cells.add(Integer.toString(set.goal().partition()));
      cells.add(update.map(RevisionRow::name).orElse("-"));
      cells.add(update.map(found -> String.join(",", found.images())).orElse("-"));
    }
    cells.add(screen.paint(Tone.PLAIN, set.phase().isDone() ? "" : set.message()));
    return cells.toArray(String[]::new);
  }

  static Tone tone(SetPhase phase) {
    return switch (phase) {
      case READY -> Tone.GOOD;
      case PARTITIONED, PAUSED -> Tone.WAITING;
      case UPDATING, SCALING -> Tone.BUSY;
      case STALLED -> Tone.BAD;
      case DELETING -> Tone.FAINT;
    };
  }
}
