package dev.ordinal.ship.bom;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The licence of each group of jars, from a file that people keep.
record Licences(Map<String, String> byGroup) {
  static Licences read(Path file) throws IOException {
    var byGroup = new TreeMap<String, String>();
    for (var line : Files.readAllLines(file)) {
      if (!line.startsWith("#") && !line.isBlank()) {
        var words = line.split(" ", 2);
        byGroup.put(words[0], words[1]);
      }
    }
    return new Licences(byGroup);
  }

  /// That of the group, or of a group above it.
  String of(String group, Path jar) {
    return byGroup.entrySet().stream()
        .filter(entry -> (group + ".").startsWith(entry.getKey() + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The licence of %s (group %s) is not known: add it to ship/licences.txt."
                        .formatted(jar.getFileName(), group)));
  }
}
