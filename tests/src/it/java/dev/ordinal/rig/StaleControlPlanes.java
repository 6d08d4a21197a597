package dev.ordinal.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// Remembers which JVM runs which control plane, so that a later run can remove what a killed one
/// left behind. Control planes of running JVMs are never touched.
record StaleControlPlanes(Path notes) {
  static StaleControlPlanes ofThisUser() {
    return new StaleControlPlanes(Binaries.cache().resolve("running"));
  }

  /// One line each: the JVM's process id, when it started, the control plane's folder.
  private record Note(long owner, Instant ownerStart, Path folder) {
    static Note read(Path file) throws IOException {
      var lines = Files.readAllLines(file);
      return new Note(
          Long.parseLong(lines.get(0)), Instant.parse(lines.get(1)), Path.of(lines.get(2)));
    }

    /// A process id may have been reused; the start time tells.
    boolean isOwnerAlive() {
      return ProcessHandle.of(owner)
          .map(StaleControlPlanes::startOf)
          .filter(ownerStart::equals)
          .isPresent();
    }
  }

  Path note(Path folder) {
    var self = ProcessHandle.current();
    var file = notes.resolve(folder.getFileName());
    try {
      Files.createDirectories(notes);
      Files.write(
          file, List.of(Long.toString(self.pid()), startOf(self).toString(), folder.toString()));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  void reap() {
    try (var files = Files.list(notes)) {
      files.forEach(StaleControlPlanes::reapOne);
    } catch (IOException e) {
      // No folder yet, so nothing was ever started here.
      return;
    }
  }

  private static void reapOne(Path file) {
    try {
      var note = Note.read(file);
      // The file's name is the folder's: a damaged note must never remove anything else.
      if (!note.isOwnerAlive() && file.getFileName().equals(note.folder().getFileName())) {
        ProcessHandle.allProcesses()
            .filter(process -> mentions(process, note.folder()))
            .forEach(ProcessHandle::destroyForcibly);
        remove(note.folder());
        Files.deleteIfExists(file);
      }
    } catch (IOException | RuntimeException e) {
      // Another run may be clearing the same note; what remains is tried again next time.
      System.err.println("left alone: " + file + " (" + e + ")");
    }
  }

  /// Every component has a flag that names the folder, and no other process has.
  private static boolean mentions(ProcessHandle process, Path folder) {
    return process.info().commandLine().filter(line -> line.contains(folder + "/")).isPresent();
  }

  static void copy(Path folder, Path target) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.toList()) {
        Files.copy(file, target.resolve(folder.relativize(file)));
      }
    }
  }

  static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }

  private static Instant startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }
}
