package dev.ordinal.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/// Lays out the help. Picocli breaks lines inside paths and commands, so that they cannot be
/// copied; this breaks them between words, and never inside backticks.
public final class HelpText {
  private static final Pattern WORD = Pattern.compile("(?:`[^`]*`|\\S)+");

  /// The columns in front of an option's description.
  private static final int INDENT = 30;
  private static final int LEAST_WIDTH = 60;

  private HelpText() {}

  static CommandLine layOut(CommandLine line, int wanted) {
    var width = Math.max(wanted, LEAST_WIDTH);
    return line.setUsageHelpWidth(width)
        .setHelpFactory(
            (spec, scheme) ->
                new Help(spec, scheme) {
                  @Override
                  public Help.IOptionRenderer createDefaultOptionRenderer() {
                    var usual = super.createDefaultOptionRenderer();
                    return (option, label, colors) ->
                        folded(usual.render(option, label, colors), width - INDENT, colors);
                  }
                });
  }

  /// The description is in the last column; its further lines get rows of their own.
  private static Help.Ansi.Text[][] folded(
      Help.Ansi.Text[][] rows, int width, Help.ColorScheme colors) {
    var all = new ArrayList<Help.Ansi.Text[]>();
    for (var row : rows) {
      var next = row.clone();
      for (var line : fold(row[row.length - 1].toString(), width)) {
        next[row.length - 1] = colors.text(line);
        all.add(next);
        next = new Help.Ansi.Text[row.length];
        Arrays.fill(next, colors.text(""));
      }
    }
    return all.toArray(Help.Ansi.Text[][]::new);
  }

  /// The text in lines of this width, broken between words.
  public static List<String> fold(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : WORD.matcher(text).results().map(MatchResult::group).toList()) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
