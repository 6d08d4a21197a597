package dev.ordinal.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A bug that is planted on purpose: a source file in which some text is replaced by another.
record Mutant(String name, String file, List<Swap> swaps) {
  private static final Path MAIN = Path.of("core/src/main/java/dev/ordinal");

  /// One replacement.
  record Swap(String old, String fresh) {}

  /// The list has for each bug a line with its name, then its file, then what goes and what comes.
  static List<Mutant> read(Path list) throws IOException {
    var mutants = new ArrayList<Mutant>();
    for (var block : Files.readString(list).strip().split("\n\n+")) {
      var lines = block.lines().filter(line -> !line.startsWith("#")).map(String::strip).toList();
      if (!lines.isEmpty()) {
        mutants.add(parse(lines));
      }
    }
    return mutants;
  }

  private static Mutant parse(List<String> lines) {
    var swaps = new ArrayList<Swap>();
    for (var i = 2; i < lines.size(); i += 2) {
      swaps.add(new Swap(text('-', lines.get(i)), text('+', lines.get(i + 1))));
    }
    return new Mutant(lines.get(0), lines.get(1), swaps);
  }

  private static String text(char sign, String line) {
    if (line.charAt(0) != sign) {
      throw new IllegalArgumentException("no %s at the beginning of: %s".formatted(sign, line));
    }
    return line.substring(1).strip();
  }

  Path path() {
    return MAIN.resolve(file);
  }

  /// The source with the bug. The list must follow the code: what is to go has to be there, once.
  String source() throws IOException {
    var source = Files.readString(path());
    for (var swap : swaps) {
      var at = source.indexOf(swap.old());
      if (at < 0 || source.indexOf(swap.old(), at + 1) >= 0) {
        throw new AssertionError("%s: not once in %s: %s".formatted(name, file, swap.old()));
      }
      source = source.replace(swap.old(), swap.fresh());
    }
    return source;
  }

  @Override
  public String toString() {
    return name;
  }
}
