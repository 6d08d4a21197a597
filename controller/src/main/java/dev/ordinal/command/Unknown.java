package dev.ordinal.command;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/// A word that a command does not accept, and suggestions for it.
record Unknown(String command, String kind, String word, List<String> known) {
  /// How many letters of a word may differ from a suggestion.
  private static final int CLOSE = 2;

  static Unknown of(CommandLine line, String word) {
    var spec = line.getCommandSpec();
    var command = spec.qualifiedName();
    if (word.startsWith("-") && word.length() > 1) {
      var names = List.copyOf(spec.optionsMap().keySet());
      return new Unknown(command, "option", word.replaceFirst("=.*", ""), names);
    }
    return line.getSubcommands().isEmpty()
        ? new Unknown(command, "argument", word, List.of())
        : new Unknown(command, "command", word, List.copyOf(line.getSubcommands().keySet()));
  }

  String sentence() {
    if (kind.equals("argument")) {
      return "`%1$s` takes no argument %2$s: `%1$s --help` has more.".formatted(command, word);
    }
    var instead =
        findMeant()
            .map("did you mean %s?"::formatted)
            .orElseGet(() -> "`%s --help` lists them.".formatted(command));
    return "`%s` has no %s %s: %s".formatted(command, kind, word, instead);
  }

  private Optional<String> findMeant() {
    return known.stream()
        .filter(name -> distance(word, name) <= Math.min(CLOSE + suffix(name), half(name)))
        .min(Comparator.comparingInt((String name) -> distance(word, name)).thenComparing(n -> n));
  }

  /// Less than half of a name may differ, but one letter of a command always.
  private static int half(String name) {
    var half = (name.length() - 1) / 2;
    return name.startsWith("-") ? half : Math.max(1, half);
  }

  /// One of two words may differ completely: `kill-node` for `kill-pod`.
  private int suffix(String name) {
    var dash = name.lastIndexOf('-');
    return dash > 1 && word.startsWith(name.substring(0, dash + 1)) ? 2 : 0;
  }

  /// The edit distance: letters to insert, remove, replace, or swap with a neighbour.
  private static int distance(String one, String other) {
    var rows = new int[one.length() + 1][other.length() + 1];
    for (var i = 0; i <= one.length(); i++) {
      for (var j = 0; j <= other.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, one.substring(0, i), other, j);
      }
    }
    return rows[one.length()][other.length()];
  }

  private static int step(int[][] rows, String start, String other, int j) {
    var i = start.length();
    var isSame = start.charAt(i - 1) == other.charAt(j - 1);
    var best = Math.min(rows[i - 1][j], rows[i][j - 1]) + 1;
    best = Math.min(best, rows[i - 1][j - 1] + (isSame ? 0 : 1));
    var isSwapped =
        i > 1
            && j > 1
            && start.charAt(i - 1) == other.charAt(j - 2)
            && start.charAt(i - 2) == other.charAt(j - 1);
    return isSwapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
  }
}
