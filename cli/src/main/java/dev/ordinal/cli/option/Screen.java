package dev.ordinal.cli.option;

import dev.ordinal.command.HelpText;
import dev.ordinal.model.common.PlainText;
import dev.ordinal.model.json.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;

/// Where a command prints: lines that fit, in colour where that is wanted. Words of others are
/// printed as plain text, so that no label can colour a terminal or move its cursor.
///
/// @param isTerminal whether lines can be drawn again in place
public record Screen(PrintWriter out, boolean isTerminal, boolean isColored, Size size) {
  private static final Pattern CODE = Pattern.compile("\u001b\\[[0-9;]*m");
  private static final int LEAST = 40;
  private static final int READABLE = 100;
  private static final String RESET = "\u001b[0m";

  /// How much fits.
  public record Size(int columns, int lines) {
    static final Size UNLIMITED = new Size(Integer.MAX_VALUE, Integer.MAX_VALUE);
    private static final Size USUAL = new Size(100, 40);

    /// Java cannot read the size; `./ordinal` passes it.
    static Size ofTerminal() {
      return new Size(number("COLUMNS", USUAL.columns()), number("LINES", USUAL.lines()));
    }

    private static int number(String variable, int otherwise) {
      var value = System.getenv().getOrDefault(variable, "");
      return value.matches("[1-9]\\d{1,3}") ? Integer.parseInt(value) : otherwise;
    }
  }

  /// Colours by what they mean.
  public enum Tone {
    GOOD("32"),
    BUSY("36"),
    WAITING("33"),
    BAD("31"),
    FAINT("2"),
    STRONG("1"),
    PLAIN("");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  /// Text of whatever origin, made harmless, in a colour.
  public String paint(Tone tone, String text) {
    var plain = PlainText.of(text);
    return isColored && !tone.code.isEmpty() ? "\u001b[" + tone.code + "m" + plain + RESET : plain;
  }

  /// Prints one line, cut to the width.
  public void line(String text) {
    out.println(fit(text));
  }

  public void lines(List<String> lines) {
    lines.forEach(this::line);
    out.flush();
  }

  /// Prints a value that a program reads: never cut.
  public void raw(String text) {
    out.println(text);
    out.flush();
  }

  /// Whether the reader of a pipe has gone.
  public boolean isClosed() {
    return out.checkError();
  }

  /// A text on as many lines as it needs in a terminal, on one in a pipe.
  public List<String> wrapped(String indent, String text, Tone tone) {
    var columns = isTerminal ? Math.min(READABLE, size.columns()) : size.columns();
    var width = Math.max(LEAST, columns) - indent.length();
    return HelpText.fold(PlainText.of(text), width).stream()
        .map(line -> indent + paint(tone, line))
        .toList();
  }

  /// Prints JSON or YAML.
  public void value(OutputOptions.Form form, Json value) {
    raw(form == OutputOptions.Form.JSON ? ValueText.json(value) : ValueText.yaml(value));
  }

  /// How many columns a text takes; colours take none.
  public static int width(String text) {
    return CODE.matcher(text).replaceAll("").length();
  }

  /// The text, cut to the width of the terminal; colours do not count, and end with it.
  public String fit(String text) {
    if (width(text) <= size.columns()) {
      return text;
    }
    var cut = new StringBuilder();
    var room = size.columns() - 1;
    var codes = CODE.matcher(text);
    var at = 0;
    while (at < text.length() && room > 0) {
      if (codes.region(at, text.length()).lookingAt()) {
        cut.append(codes.group());
        at = codes.end();
      } else {
        cut.append(text.charAt(at++));
        room--;
      }
    }
    return cut.append('…').append(isColored ? RESET : "").toString();
  }
}
