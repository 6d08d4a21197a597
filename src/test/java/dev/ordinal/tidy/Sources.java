package dev.ordinal.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The project's own Java files, as text.
final class Sources {
  static final Path MAIN = Path.of("src/main/java/dev/ordinal");
  private static final List<Path> ROOTS =
      List.of(Path.of("src/main/java"), Path.of("src/test/java"), Path.of("src/it/java"));

  private Sources() {}

  /// One source file.
  record Source(Path path, List<String> lines) {
    boolean isMain() {
      return path.startsWith("src/main");
    }

    String text() {
      return String.join("\n", lines) + "\n";
    }

    /// The first package below `dev.ordinal`.
    String area() {
      var below = path.subpath(5, path.getNameCount());
      return below.getNameCount() > 1 ? below.getName(0).toString() : "";
    }
  }

  static List<Source> all() {
    return ROOTS.stream().filter(Files::isDirectory).flatMap(Sources::under).toList();
  }

  static List<Source> ofMain() {
    return all().stream().filter(Source::isMain).toList();
  }

  static List<Source> inAreas(String... areas) {
    return ofMain().stream().filter(source -> List.of(areas).contains(source.area())).toList();
  }

  private static Stream<Source> under(Path root) {
    try (var files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .map(Sources::read)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Source read(Path path) {
    try {
      return new Source(path, Files.readAllLines(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
