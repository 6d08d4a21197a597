package dev.ordinal.ship.modern;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Rewrites those jars of a folder that have classes of a version older than 50:
///
///     ModernJarMain <folder>
///
/// All else in them stays as it is, in its order and with its time: the same jar becomes the same
/// bytes again.
public final class ModernJarMain {
  private ModernJarMain() {}

  public static void main(String[] arguments) throws IOException {
    for (var jar : jars(Path.of(arguments[0]))) {
      if (rewrite(jar)) {
        System.err.println(jar.getFileName() + " has got stack maps.");
      }
    }
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /// False if the jar has no old class: it is not touched then.
  static boolean rewrite(Path jar) throws IOException {
    var isOld = false;
    var parts = new LinkedHashMap<ZipEntry, byte[]>();
    try (var modern = ModernClasses.of(jar);
        var zip = new ZipFile(jar.toFile())) {
      for (var entry : Collections.list(zip.entries())) {
        var bytes = zip.getInputStream(entry).readAllBytes();
        if (ModernClasses.isOld(entry.getName(), bytes)) {
          isOld = true;
          bytes = modern.rewritten(bytes);
        }
        parts.put(entry, bytes);
      }
    }
    if (isOld) {
      write(jar, parts);
    }
    return isOld;
  }

  private static void write(Path jar, SequencedMap<ZipEntry, byte[]> parts) throws IOException {
    var part = jar.resolveSibling(jar.getFileName() + ".part");
    try (var out = new ZipOutputStream(Files.newOutputStream(part))) {
      for (var each : parts.entrySet()) {
        var entry = new ZipEntry(each.getKey().getName());
        entry.setTimeLocal(each.getKey().getTimeLocal());
        out.putNextEntry(entry);
        out.write(each.getValue());
        out.closeEntry();
      }
    }
    Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
  }
}
