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
        .filter(name -> Spelling.distance(word, name) <= Math.min(CLOSE + suffix(name), half(name)))
        .min(
            Comparator.comparingInt((String name) -> Spelling.distance(word, name))
                .thenComparing(n -> n));
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
}
