package dev.ordinal.cli.tour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Prints the lines of a tour one by one, with time to read them.
///
/// @param stop opens when the user ends the tour
/// @param pauseLength how long it takes to read a line; none in a pipe
public record Narrator(
    Consumer<String> out, Style style, Duration pauseLength, CountDownLatch stop) {
  /// How the parts of a tour look.
  public interface Style {
    String heading(String text);

    String command(String text);

    /// How many characters fit on a line.
    int width();
  }

  void chapter(String heading, String... lines) {
    out.accept("");
    out.accept(style.heading(heading));
    for (var line : lines) {
      fold(line).forEach(out);
    }
    pause(2);
  }

  /// Wraps lines between words; a narrow terminal would break them anywhere.
  private List<String> fold(String text) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > style.width()) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /// Prints a command as a user would type it.
  void type(String command) {
    typeFast(command);
    pause(1);
  }

  /// Prints a command at once, so that the output after it misses nothing.
  void typeFast(String command) {
    out.accept("");
    out.accept(style.command("$ " + command));
  }

  void show(String line) {
    out.accept(line);
  }

  void pause(int times) {
    try {
      if (stop.await(pauseLength.multipliedBy(times).toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TourClient.Stopped(new InterruptedException());
      }
    } catch (InterruptedException e) {
      throw new TourClient.Stopped(e);
    }
  }
}
