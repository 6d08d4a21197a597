package dev.ordinal.cli.look;

import dev.ordinal.cli.option.AgeText;
import dev.ordinal.cli.option.AlignedTable;
import dev.ordinal.cli.option.Screen;
import dev.ordinal.cli.option.Screen.Tone;
import dev.ordinal.view.OrdinalRow;
import dev.ordinal.view.OrdinalState;
import dev.ordinal.view.RevisionRow;
import dev.ordinal.view.SetOverview;
import dev.ordinal.view.SetPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// One set as a tree: set, revisions, ordinals.
record SetTree(Screen screen, boolean isWide) {
  private static final int BAR = 24;

  List<String> lines(SetOverview set) {
    var lines = new ArrayList<String>();
    lines.add(head(set));
    lines.add(bar(set));
    if (!set.message().isEmpty() && !set.phase().isDone()) {
      lines.add(screen.paint(Tone.PLAIN, set.message()));
    }
    lines.add("");
    lines.addAll(tree(set));
    return lines;
  }

  private String head(SetOverview set) {
    var goal = set.goal();
    var words = new ArrayList<String>();
    words.add("%d replicas".formatted(goal.replicas()));
    words.add(goal.strategy());
    if (goal.partition() > 0) {
      words.add("partition " + goal.partition());
    }
    if (goal.isPaused()) {
      words.add("paused");
    }
    words.add("at most %d down".formatted(goal.maxUnavailable()));
    return "%s  %s  %s"
        .formatted(
            screen.paint(Tone.STRONG, set.key().toString()),
            screen.paint(SetTable.tone(set.phase()), set.phase().word()),
            screen.paint(Tone.FAINT, String.join(", ", words)));
  }

  private String bar(SetOverview set) {
    var progress = set.progress();
    var full = progress.percent() * BAR / 100;
    var left =
        progress
            .remaining()
            .filter(_ -> set.phase() != SetPhase.PAUSED && !set.goal().isPaused())
            .map(time -> ", about " + AgeText.of(time) + " left")
            .orElse("");
    return "[%s%s] %d of %d (%d%%)%s"
        .formatted(
            screen.paint(SetTable.tone(set.phase()), "#".repeat(full)),
            "-".repeat(BAR - full),
            progress.done(),
            progress.total(),
            progress.percent(),
            left);
  }

  private List<String> tree(SetOverview set) {
    var table = new AlignedTable(headings());
    for (var revision : set.revisions()) {
      var rows = rows(set, revision.name());
      if (!rows.isEmpty() || revision.isUpdate()) {
        addGroup(table, title(revision), rows, set);
      }
    }
    var known = set.revisions().stream().map(RevisionRow::name).toList();
    var rest =
        set.ordinals().stream().filter(row -> !known.contains(row.facts().revision())).toList();
    var missing = rest.stream().filter(row -> row.state() == OrdinalState.MISSING).toList();
    if (!missing.isEmpty()) {
      addGroup(table, "no pod yet", missing, set);
    }
    var others = rest.stream().filter(row -> row.state() != OrdinalState.MISSING).toList();
    if (!others.isEmpty()) {
      addGroup(table, "no revision of the set", others, set);
    }
    return table.lines();
  }

  private String[] headings() {
    var names = new ArrayList<>(List.of("NAME", "STATE", "AGE", "RESTARTS", "NODE"));
    if (isWide) {
      names.addAll(List.of("ZONE", "CLAIMS", "IMAGES"));
    }
    names.add("WAITS FOR");
    return names.toArray(String[]::new);
  }

  private static List<OrdinalRow> rows(SetOverview set, String revision) {
    return set.ordinals().stream()
        .filter(row -> row.facts().revision().equals(revision))
        .toList()
        .reversed();
  }

  private String title(RevisionRow revision) {
    var tags =
        Stream.of(revision.isUpdate() ? "update" : "", revision.isCurrent() ? "current" : "")
            .filter(tag -> !tag.isEmpty())
            .toList();
    var cause = revision.cause().isEmpty() ? "" : " " + revision.cause();
    return "#%d %s%s %s%s"
        .formatted(
            revision.number(),
            revision.name(),
            tags.isEmpty() ? "" : " (" + String.join(", ", tags) + ")",
            String.join(",", revision.images()),
            cause);
  }

  private void addGroup(AlignedTable table, String title, List<OrdinalRow> rows, SetOverview set) {
    table.span(screen.paint(Tone.STRONG, title));
    for (var i = 0; i < rows.size(); i++) {
      table.row(cells(rows.get(i), i == rows.size() - 1 ? "└─ " : "├─ ", set));
    }
  }

  private String[] cells(OrdinalRow row, String branch, SetOverview set) {
    var facts = row.facts();
    var cells = new ArrayList<String>();
    cells.add(branch + row.pod());
    cells.add(screen.paint(tone(row.state()), icon(row.state()) + " " + row.state().word()));
    cells.add(AgeText.between(facts.createdAt(), set.now()));
    cells.add(facts.uid().isEmpty() ? "-" : Integer.toString(facts.restarts()));
    cells.add(facts.node().isEmpty() ? "-" : facts.node());
    if (isWide) {
      cells.add(facts.zone().isEmpty() ? "-" : facts.zone());
      cells.add(
          row.claims().isEmpty()
              ? "-"
              : String.join(
                  ",",
                  row.claims().stream().map(claim -> claim.name() + ":" + claim.state()).toList()));
      cells.add(facts.images().isEmpty() ? "-" : String.join(",", facts.images()));
    }
    cells.add(row.findWait().map(wait -> screen.paint(Tone.PLAIN, wait.sentence())).orElse(""));
    return cells.toArray(String[]::new);
  }

  static Tone tone(OrdinalState state) {
    return switch (state) {
      case AVAILABLE -> Tone.GOOD;
      case READY, STARTING, UPDATING, RESIZING -> Tone.BUSY;
      case UNREADY, HOOKED, MISSING -> Tone.WAITING;
      case BROKEN, FOREIGN -> Tone.BAD;
      case TERMINATING, FINISHED -> Tone.FAINT;
    };
  }

  private static String icon(OrdinalState state) {
    return switch (state) {
      case AVAILABLE -> "✔";
      case READY, STARTING, UPDATING, RESIZING -> "◌";
      case UNREADY, HOOKED, MISSING -> "◷";
      case BROKEN, FOREIGN -> "✖";
      case TERMINATING, FINISHED -> "•";
    };
  }
}
