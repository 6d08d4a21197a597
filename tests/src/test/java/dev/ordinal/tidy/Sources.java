package dev.ordinal.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The project's own Java files, as text.
final class Sources {
  private static final List<String> MODULES =
      List.of("core", "codec", "controller", "simulator", "cli", "ship", "tests");

  private Sources() {}

  /// One source file.
  record Source(Path path, List<String> lines) {
    boolean isMain() {
      return path.getName(2).toString().equals("main");
    }

    String text() {
      return String.join("\n", lines) + "\n";
    }

    String packageName() {
      var folder = path.subpath(4, path.getNameCount() - 1);
      return folder.toString().replace(folder.getFileSystem().getSeparator(), ".");
    }

    /// The first package below `dev.ordinal`.
    String area() {
      var below = path.subpath(6, path.getNameCount());
      return below.getNameCount() > 1 ? below.getName(0).toString() : "";
    }
  }

  static List<Source> all() {
    return MODULES.stream()
        .flatMap(
            module -> Stream.of("main", "test", "it").map(part -> Path.of(module, "src", part)))
        .map(part -> part.resolve("java"))
        .filter(Files::isDirectory)
        .flatMap(Sources::under)
        .toList();
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
