package dev.ordinal.cli.look;

import dev.ordinal.cli.option.Screen;
import java.util.ArrayList;
import java.util.List;

/// Draws lines again and again in the same place; in a pipe it prints them when they change.
final class LiveScreen {
  private static final String CLEAR = "\u001b[J";

  private final Screen screen;
  private List<String> shown = List.of();

  LiveScreen(Screen screen) {
    this.screen = screen;
  }

  void show(List<String> lines) {
    if (!screen.isTerminal()) {
      if (!lines.equals(shown)) {
        screen.lines(lines);
      }
      shown = lines;
      return;
    }
    var room = Math.max(1, screen.size().lines() - 1);
    var fitting = lines.size() <= room ? lines : shortened(lines, room);
    if (!shown.isEmpty()) {
      screen.out().print("\u001b[%dA".formatted(shown.size()) + CLEAR);
    }
    screen.lines(fitting);
    shown = fitting;
  }

  private static List<String> shortened(List<String> lines, int room) {
    var kept = new ArrayList<>(lines.subList(0, room - 1));
    kept.add("… %d more lines".formatted(lines.size() - room + 1));
    return kept;
  }
}
