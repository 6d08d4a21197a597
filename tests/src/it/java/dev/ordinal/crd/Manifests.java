package dev.ordinal.crd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The manifests under `tests/src/it/resources`: a first line that is a comment, then one document,
/// or two where the second is a change of the first.
record Manifests(String name, String comment, List<String> documents) {

  static List<Manifests> in(String folder) {
    try (var files = Files.list(Path.of("tests/src/it/resources", folder))) {
      return files.sorted().map(Manifests::read).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Manifests read(Path file) {
    try {
      var text = Files.readString(file);
      var comment = text.lines().findFirst().orElse("").replaceFirst("^# ", "");
      return new Manifests(
          file.getFileName().toString(), comment, List.of(text.split("(?m)^---$")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
