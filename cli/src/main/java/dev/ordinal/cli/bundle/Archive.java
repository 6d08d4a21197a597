package dev.ordinal.cli.bundle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The files of a bundle, written as one zip archive.
final class Archive {
  private final SortedMap<String, String> files = new TreeMap<>();

  void add(String name, String text) {
    files.put(name, text);
  }

  SortedMap<String, String> files() {
    return files;
  }

  /// All or nothing: a bundle that was cut off looks like one that has little to tell.
  void write(Path file) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    var part = Files.createTempFile(folder, "bundle", ".part");
    try {
      try (var out = new ZipOutputStream(Files.newOutputStream(part))) {
        for (var entry : files.entrySet()) {
          out.putNextEntry(new ZipEntry(entry.getKey()));
          out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
          out.closeEntry();
        }
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
